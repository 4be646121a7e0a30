import type { JsonSchema } from './schema'

/** Returns the limits on a value besides its type, each in a few words. */
export function limitsOf(schema: JsonSchema): string[] {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    minLength = 0,
    maxLength,
    minItems,
    maxItems,
    prefixItems,
  } = schema
  const limits: string[] = []
  if (schema.default !== undefined) limits.push(`default ${JSON.stringify(schema.default)}`)
  const low = isBound(minimum) ? minimum : undefined
  const high = isBound(maximum) ? maximum : undefined
  if (exclusiveMinimum !== undefined) limits.push(`more than ${count(exclusiveMinimum)}`)
  if (low !== undefined && high !== undefined) limits.push(`${count(low)} to ${count(high)}`)
  else if (low !== undefined) limits.push(`at least ${count(low)}`)
  else if (high !== undefined) limits.push(`at most ${count(high)}`)
  if (maxLength !== undefined)
    limits.push(`${minLength > 0 ? `${count(minLength)} to` : 'at most'} ${count(maxLength)} characters`)
  if (!prefixItems && (minItems ?? 0) > 0) limits.push(`at least ${entries(minItems ?? 0)}`)
  if (!prefixItems && maxItems !== undefined) limits.push(`at most ${entries(maxItems)}`)
  return limits
}

/** Returns the possible values of an enumeration. */
export const optionsOf = (schema: JsonSchema): string[] => schema.enum?.map(String) ?? []

const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

const count = (value: number) => value.toLocaleString('en')

const entries = (number: number) => `${count(number)} ${number === 1 ? 'entry' : 'entries'}`

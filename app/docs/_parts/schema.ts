/** The parts of JSON Schema that our document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string
  description?: string
  example?: unknown
  default?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  not?: JsonSchema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** The named schemas of the document. */
export type Components = Record<string, JsonSchema>

/** Returns the name that a reference points to; undefined if the schema is not a reference. */
export const refName = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1)

/** Resolves a reference, keeping the properties next to it. */
export function resolve(schema: JsonSchema, components: Components): JsonSchema {
  const name = refName(schema)
  if (name === undefined) return schema
  const { $ref: _, ...beside } = schema
  return { ...components[name], ...beside }
}

/** Returns the alternatives of a schema; empty if there are none. */
export const alternatives = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? []

const formats: Record<string, string> = {
  'date-time': 'date-time',
  date: 'date',
  email: 'e-mail address',
  uri: 'URL',
  uuid: 'UUID',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
}

/** Formats a type: `string`, `Item[]`, `number | Item | Item[]`. */
export function typeName(schema: JsonSchema, components: Components): string {
  const name = refName(schema)
  const resolved = resolve(schema, components)
  if (name !== undefined && resolved.properties) return name
  const { type, format, items, prefixItems, additionalProperties } = resolved
  const choices = alternatives(resolved)
  if (choices.length > 0) return [...new Set(choices.map((each) => typeName(each, components)))].join(' | ')
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  if (prefixItems) return `[${prefixItems.map((each) => typeName(each, components)).join(', ')}]`
  if (type === 'array') return arrayName(items, components)
  if (type === 'object' && !resolved.properties && typeof additionalProperties === 'object') {
    return Object.keys(additionalProperties).length > 0
      ? `map of ${typeName(additionalProperties, components)}`
      : 'object'
  }
  return (format !== undefined ? formats[format] : undefined) ?? type ?? 'any'
}

function arrayName(items: JsonSchema | false | undefined, components: Components): string {
  if (!items || items.not) return 'array'
  const inner = typeName(items, components)
  return inner.includes(' | ') ? `(${inner})[]` : `${inner}[]`
}

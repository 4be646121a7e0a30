import type Stripe from 'stripe'
import { ApiError, invalid } from './errors'
import { emptyParts, type Form, type FormParts } from './form'

/** Reads one parameter, or refuses it as Stripe does. */
export interface Reader<T> {
  read(value: Form, name: string): T
}
interface RequiredReader<T> extends Reader<T> {
  required: true
}

type Readers = Record<string, Reader<unknown>>
type Value<R> = R extends Reader<infer T> ? T : never
type RequiredNames<R extends Readers> = {
  [K in keyof R]: R[K] extends RequiredReader<unknown> ? K : never
}[keyof R]
export type Values<R extends Readers> = { [K in RequiredNames<R>]: Value<R[K]> } & {
  [K in Exclude<keyof R, RequiredNames<R>>]?: Value<R[K]> | undefined
}

const reader = <T>(read: (value: Form, name: string) => T): Reader<T> => ({ read })

export const required = <T>(inner: Reader<T>): RequiredReader<T> => ({ read: inner.read, required: true })

/** A text that may not be empty: an empty one asks to unset a parameter. */
export const text = reader((value, name) => {
  if (typeof value !== 'string') throw invalid(`Invalid string: ${name}.`, { param: name })
  if (value === '')
    throw invalid(`${name} cannot be unset.`, { code: 'parameter_invalid_empty', param: name })
  if (value.length > 5000) throw invalid(`${name} is too long.`, { param: name })
  return value
})

/** Null for an empty text, which unsets the parameter. */
export const unsettable = <T>(inner: Reader<T>): Reader<T | null> =>
  reader((value, name) => (value === '' ? null : inner.read(value, name)))

export const integer = (min = Number.NEGATIVE_INFINITY): Reader<number> =>
  reader((value, name) => {
    const wrong = { code: 'parameter_invalid_integer', param: name }
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
      throw invalid(`Invalid integer: ${typeof value === 'string' ? value : name}.`, wrong)
    if (Number(value) < min) throw invalid(`${name} must be at least ${min}.`, wrong)
    return Number(value)
  })

export const flag = reader((value, name) => {
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${name}.`, { param: name })
  return value === 'true'
})

export const oneOf = <const T extends string>(...options: T[]): Reader<T> =>
  reader((value, name) => {
    const option = options.find((each) => each === value)
    if (option === undefined) throw invalid(`${name} must be one of ${options.join(', ')}.`, { param: name })
    return option
  })

export const either = <A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> =>
  reader((value, name) => {
    try {
      return first.read(value, name)
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      return second.read(value, name)
    }
  })

export const list = <T>(inner: Reader<T>): Reader<T[]> =>
  reader((value, name) => {
    const entries = typeof value === 'string' ? [] : Object.entries(value)
    if (!entries.length || entries.some(([index]) => !/^\d+$/.test(index)))
      throw invalid(`Invalid array: ${name}.`, { param: name })
    return entries.map(([index, each]) => inner.read(each, `${name}[${index}]`))
  })

const maxKeys = 50

/** Up to 50 keys. A null value removes its key, and null all of them. */
export const metadata: Reader<Record<string, string | null> | null> = reader((value, name) => {
  if (value === '') return null
  if (typeof value === 'string') throw invalid('Invalid metadata: it must be a hash.', { param: name })
  const entries = Object.entries(value)
  if (entries.length > maxKeys) throw invalid(`Metadata has at most ${maxKeys} keys.`, { param: name })
  return Object.fromEntries(
    entries.map(([key, each]) => {
      if (typeof each !== 'string') throw invalid('Metadata has no hashes in it.', { param: name })
      if (key.length > 40 || each.length > 500)
        throw invalid('A metadata key has at most 40 characters, and a value 500.', { param: name })
      return [key, each === '' ? null : each]
    }),
  )
})

export const shape = <R extends Readers>(readers: R): Reader<Values<R>> =>
  reader((value, name) => {
    if (typeof value === 'string') throw invalid(`Invalid object: ${name}.`, { param: name })
    return readShape(readers, value, name)
  })

/**
 * The parameters of one endpoint. The type requires their names to be Stripe's. What is not listed is refused as unknown,
 * which includes parameters that Stripe knows and Kassa does not use.
 */
export const parameters =
  <P>() =>
  <R extends Readers>(readers: R & Record<Exclude<keyof R, keyof P>, never>) =>
  (form: FormParts = emptyParts()): Values<R> =>
    readShape<R>(readers, form, '')

function readShape<R extends Readers>(readers: R, form: FormParts, name: string): Values<R> {
  const full = (key: string) => (name === '' ? key : `${name}[${key}]`)
  const unknown = Object.keys(form).filter((key) => !Object.hasOwn(readers, key))
  if (unknown.length) {
    const names = unknown.map(full)
    const message = `Received unknown parameters: ${names.join(', ')}.`
    throw invalid(message, { code: 'parameter_unknown', ...(names[0] && { param: names[0] }) })
  }
  const values: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(readers)) {
    const value = form[key]
    if (value !== undefined) values[key] = each.read(value, full(key))
    else if ('required' in each)
      throw invalid(`Missing required parameter: ${full(key)}.`, {
        code: 'parameter_missing',
        param: full(key),
      })
  }
  return values as Values<R>
}

/** The metadata of an object after an update. */
export function merged(
  current: Stripe.Metadata | null,
  change: Record<string, string | null> | null | undefined,
): Stripe.Metadata {
  if (change === null) return {}
  const entries = Object.entries({ ...current, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (entries.length > maxKeys) throw invalid(`Metadata has at most ${maxKeys} keys.`, { param: 'metadata' })
  return Object.fromEntries(entries)
}

import superjson from 'superjson'

/** An input that our pages never send. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput'
}

const refuse = (reason: string): never => {
  throw new UnreadableInput(reason)
}

type Json = { json: unknown; meta?: { values?: unknown; v?: number } }

/**
 * Marks values that JSON cannot hold, as superjson does, but not which objects are the same one. Input that names an
 * object twice can also build a cycle, and code that traverses it would never end.
 */
function serialize(value: unknown): Json {
  const { json, meta } = superjson.serialize(value)
  return meta?.values
    ? { json, meta: { values: meta.values, ...(meta.v !== undefined && { v: meta.v }) } }
    : { json }
}

/**
 * Reads an input. Only dates, bigints, `undefined` and NaN can be restored from JSON, and only where the JSON has a
 * value.
 */
function readInput(payload: unknown): unknown {
  if (!isObject(payload) || !Object.hasOwn(payload, 'json'))
    return refuse('The input must have the property json.')
  const { json, meta } = payload
  if (meta === undefined) return json
  if (!isObject(meta)) return refuse('meta must be an object.')
  for (const name of Object.keys(meta))
    if (name !== 'values' && name !== 'v') refuse(`meta.${name} is not accepted.`)
  const root = { json }
  if (meta.values !== undefined) restore(root, 'json', meta.values)
  return root.json
}

/** Restores the value at `name` of a list or object according to `tree`. JSON limits the depth of recursion. */
function restore(parent: object, name: string, tree: unknown): void {
  if (!Object.hasOwn(parent, name)) refuse('meta names a value that does not exist.')
  const value: unknown = Reflect.get(parent, name)
  if (Array.isArray(tree)) {
    Reflect.set(
      parent,
      name,
      tree.length === 1 ? restored(value, tree[0]) : refuse('meta names an unknown type.'),
    )
    return
  }
  if (!isObject(tree)) refuse('meta is malformed.')
  for (const [path, below] of Object.entries(tree as object)) {
    const names = partsOf(path)
    const last = names.pop() ?? ''
    restore(names.reduce(stepInto, value as object), last, below)
  }
}

function stepInto(parent: unknown, name: string): object {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name))
    return refuse('meta names a value that does not exist.')
  return Reflect.get(parent, name) as object
}

function restored(value: unknown, type: unknown): unknown {
  if (type === 'undefined' && value === null) return undefined
  if (type === 'bigint' && typeof value === 'string' && /^-?\d{1,30}$/.test(value)) return BigInt(value)
  if (type === 'Date' && typeof value === 'string' && value.length < 40) return new Date(value)
  // The value of a form field without a number. The procedure's schema refuses it and names the property.
  if (type === 'number' && typeof value === 'string' && /^(NaN|-?Infinity|-0)$/.test(value))
    return Number(value)
  return refuse('meta names a type that the value does not have.')
}

/** Splits a path as superjson writes it: names with dots between them, dots and backslashes in a name escaped. */
function partsOf(path: string): string[] {
  const parts = ['']
  for (let index = 0; index < path.length; index++) {
    const character = path[index]
    if (character === '.') parts.push('')
    else {
      if (character === '\\') index++
      parts.push(`${parts.pop()}${path[index] ?? ''}`)
    }
  }
  return parts
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How tRPC encodes values in both directions, for the pages and the server. */
export const transformer = {
  input: { serialize, deserialize: readInput },
  output: { serialize, deserialize: (payload: Json) => superjson.deserialize(payload as never) },
}

import { alternatives, type Components, type JsonSchema, resolve } from './schema'

export interface ExampleOptions {
  components: Components
  /** Values for text properties without an example, by property name. */
  texts?: Readonly<Record<string, string>>
}

/**
 * Returns an example of a schema: its own, or one built from its parts. Optional properties without an example are left
 * out to keep it short.
 */
export function exampleOf(schema: JsonSchema, options: ExampleOptions, name = ''): unknown {
  const resolved = resolve(schema, options.components)
  if (resolved.example !== undefined) return resolved.example
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum) return resolved.enum[0]
  const [first] = alternatives(resolved)
  if (first) return exampleOf(first, options, name)
  if (resolved.prefixItems) return resolved.prefixItems.map((each) => exampleOf(each, options, name))
  if (resolved.type === 'array') {
    const { items } = resolved
    return !items || items.not ? [] : [exampleOf(items, options, name)]
  }
  if (resolved.properties) return objectExample(resolved, options)
  if (resolved.type === 'object') return {}
  return plainExample(resolved, options, name)
}

function objectExample(
  { properties, required }: JsonSchema,
  options: ExampleOptions,
): Record<string, unknown> {
  const shown = Object.entries(properties ?? {}).filter(
    ([name, property]) =>
      required?.includes(name) || resolve(property, options.components).example !== undefined,
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, options, name)]))
}

function plainExample(
  { type, format, minimum }: JsonSchema,
  { texts }: ExampleOptions,
  name: string,
): unknown {
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (type === 'null') return null
  const byFormat: Record<string, string> = {
    'date-time': '2026-03-31T14:03:00.000Z',
    date: '2026-03-31',
    email: 'jane@example.com',
    uri: 'https://example.com/kassa',
    uuid: '0d6f2a0e-6f0b-4f5c-9a57-5c1f6f0f9d3b',
  }
  return texts?.[name] ?? byFormat[format ?? ''] ?? '…'
}

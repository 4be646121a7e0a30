import type { ReferenceDocument } from './document'
import { exampleOf } from './example'
import { type FieldGroup, groupsOf } from './fields'
import { pretty } from './pretty'
import { type Components, type JsonSchema, refName } from './schema'

export interface NamedObject {
  name: string
  description: string | undefined
  groups: FieldGroup[]
  example: string
}

/** Returns the names of objects in successful responses, in order of first use. */
export function responseObjects({ paths, components }: ReferenceDocument): Set<string> {
  const found = new Set<string>()
  const visit = (schema: JsonSchema) => {
    const name = refName(schema)
    const named = name === undefined ? undefined : components.schemas[name]
    if (name !== undefined && named) {
      if (found.has(name)) return
      if (named.properties) found.add(name)
      visit(named)
    }
    for (const inner of [
      ...Object.values(schema.properties ?? {}),
      ...(schema.items ? [schema.items] : []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ])
      visit(inner)
  }
  for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const schema = content?.['application/json']?.schema
      if (schema && Number(status) < 400) visit(schema)
    }
  }
  return found
}

export function objectOf(name: string, components: Components, objects: ReadonlySet<string>): NamedObject {
  const schema = { $ref: `#/components/schemas/${name}` }
  const elsewhere = new Set([...objects].filter((each) => each !== name))
  return {
    name,
    description: components[name]?.description,
    groups: groupsOf(schema, objectAnchor(name), { components, elsewhere }),
    example: pretty(exampleOf(schema, { components })),
  }
}

export const objectAnchor = (name: string): string => `object-${name}`

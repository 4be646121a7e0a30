import { limitsOf, optionsOf } from './limits'
import { alternatives, type Components, type JsonSchema, refName, resolve, typeName } from './schema'

/** A row of a table of fields. */
export interface FieldDoc {
  name: string
  /** Unique on the page. */
  anchor: string
  type: string
  required: boolean
  description: string | undefined
  limits: string[]
  options: string[]
  example: string | undefined
  /** Objects in the type that have their own section on the page. */
  objects: string[]
  groups: FieldGroup[]
}

/** Fields that belong together. If there are several groups, one applies, named by its title. */
export interface FieldGroup {
  title: string | undefined
  fields: FieldDoc[]
}

export interface FieldOptions {
  components: Components
  /** Objects with their own section, which are named but not expanded. */
  elsewhere: ReadonlySet<string>
}

/** Returns the fields of a schema: one group for an object, several for alternatives, none for a plain value. */
export function groupsOf(schema: JsonSchema, anchor: string, options: FieldOptions): FieldGroup[] {
  const { components } = options
  const resolved = resolve(schema, components)
  if (resolved.properties) return [{ title: undefined, fields: fieldsOf(resolved, anchor, options) }]
  if (resolved.items) return groupsOf(resolved.items, anchor, options)
  const objects = new Map<string, JsonSchema>()
  for (const choice of alternatives(resolved)) {
    const object = objectOf(choice, components)
    if (object && !isElsewhere(object, options)) objects.set(titleOf(object, components), object)
  }
  return [...objects].map(([title, object]) => ({
    title: objects.size > 1 ? title : undefined,
    fields: fieldsOf(resolve(object, components), anchorOf(anchor, objects.size > 1 ? title : ''), options),
  }))
}

function fieldsOf(schema: JsonSchema, anchor: string, options: FieldOptions): FieldDoc[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]): FieldDoc => {
    const { components } = options
    const resolved = resolve(property, components)
    const object = objectOf(property, components)
    const here = anchorOf(anchor, name)
    const isNamed = object !== undefined && isElsewhere(object, options)
    const type = typeName(property, components)
    return {
      name,
      anchor: here,
      type,
      required: schema.required?.includes(name) ?? false,
      description: resolved.description,
      limits: limitsOf(resolved),
      options: optionsOf(resolved),
      example: exampleText(resolved),
      objects: type.split(/\W+/).filter((word) => options.elsewhere.has(word)),
      groups: isNamed ? [] : groupsOf(property, here, options),
    }
  })
}

/** Returns the object that a schema is or is an array of. */
function objectOf(schema: JsonSchema, components: Components): JsonSchema | undefined {
  const resolved = resolve(schema, components)
  if (resolved.properties) return schema
  return resolved.items ? objectOf(resolved.items, components) : undefined
}

const isElsewhere = (schema: JsonSchema, { elsewhere }: FieldOptions) => elsewhere.has(refName(schema) ?? '')

/** Returns an alternative's title: its name, or its property with a fixed value. */
function titleOf(schema: JsonSchema, components: Components): string {
  const name = refName(schema)
  if (name !== undefined) return name
  const fixed = Object.entries(resolve(schema, components).properties ?? {}).find(
    ([, property]) => property.const !== undefined,
  )
  return fixed ? `${fixed[0]} ${JSON.stringify(fixed[1].const)}` : 'object'
}

// Only for plain values: an object's example would repeat its fields.
function exampleText({ example, properties }: JsonSchema): string | undefined {
  if (example === undefined || properties) return undefined
  return typeof example === 'string' ? example : JSON.stringify(example)
}

const anchorOf = (...parts: string[]) =>
  parts
    .map((part) => part.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-|-$/g, ''))
    .filter(Boolean)
    .join('-')

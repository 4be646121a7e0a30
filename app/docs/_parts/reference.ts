import { curl } from './curl'
import type { Media, Operation, Parameter, ReferenceDocument } from './document'
import { exampleOf } from './example'
import { type FieldGroup, type FieldOptions, groupsOf } from './fields'
import { type NamedObject, objectOf, responseObjects } from './objects'
import { pretty } from './pretty'
import { type Components, type JsonSchema, refName, typeName } from './schema'

export interface EndpointDoc {
  id: string
  method: string
  path: string
  summary: string
  description: string | undefined
  /** The kinds of key that may call the endpoint; empty if it needs none. */
  keys: string[]
  parameters: { title: string; groups: FieldGroup[] }[]
  body: { type: string; groups: FieldGroup[] } | undefined
  requests: { title: string; command: string }[]
  responses: ResponseDoc[]
  errors: { status: string; type: string; example: string }[]
}

export interface ResponseDoc {
  status: string
  description: string
  type: string | undefined
  object: string | undefined
  groups: FieldGroup[]
  example: string | undefined
}

export interface Reference {
  base: string
  tags: { name: string; description: string | undefined; endpoints: EndpointDoc[] }[]
  objects: NamedObject[]
}

/** Converts the document for display. */
export function referenceOf(document: ReferenceDocument): Reference {
  const components = document.components.schemas
  const base = document.servers[0]?.url ?? ''
  const objects = responseObjects(document)
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    inOrder(operations).map(([method, operation]) => ({
      tag: operation.tags[0],
      endpoint: endpointOf(method.toUpperCase(), path, operation, { base, components, objects }),
    })),
  )
  return {
    base,
    tags: document.tags.map(({ name, description }) => ({
      name,
      description,
      endpoints: endpoints
        .filter(({ tag }) => tag === name)
        .map(({ endpoint }) => endpoint)
        .sort((one, other) => depthOf(one.path) - depthOf(other.path)),
    })),
    objects: [...objects].map((name) => objectOf(name, components, objects)),
  }
}

const methods = ['post', 'get', 'put', 'patch', 'delete']

/** Sorts operations: creating comes before reading and changing. */
const inOrder = (operations: Record<string, Operation>) =>
  Object.entries(operations).sort(([a], [b]) => methods.indexOf(a) - methods.indexOf(b))

/** Whole objects come before their parts: `/account` before `/account/{accountId}/link`. */
const depthOf = (path: string) => path.split('/').length

interface ReferenceContext {
  base: string
  components: Components
  objects: ReadonlySet<string>
}

function endpointOf(
  method: string,
  path: string,
  operation: Operation,
  place: ReferenceContext,
): EndpointDoc {
  const { components, objects } = place
  const { operationId: id, parameters = [], requestBody } = operation
  const content = requestBody?.content['application/json']
  const body = content?.schema
  const here: FieldOptions = { components, elsewhere: new Set() }
  const keys = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement))
  const responses = Object.entries(operation.responses)
  return {
    id,
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    keys,
    parameters: (['path', 'query', 'header'] as const).flatMap((place) => {
      const groups = groupsOf(parameterSchema(parameters, place), `${id}-${place}`, here)
      return groups[0]?.fields.length ? [{ title: titles[place], groups }] : []
    }),
    body: body && { type: typeName(body, components), groups: groupsOf(body, `${id}-body`, here) },
    requests: bodiesOf(content, components).map(([title, example]) => ({
      title,
      command: curl({ method, url: place.base + withVariables(path), key: keyFor(keys), body: example }),
    })),
    responses: responses
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => {
        const { schema, example } = response.content?.['application/json'] ?? {}
        return {
          status,
          description: response.description,
          type: schema && typeName(schema, components),
          object: schema && namedIn(schema),
          // Named objects have their own section below.
          groups:
            schema && namedIn(schema) === undefined
              ? groupsOf(schema, `${id}-${status}`, { components, elsewhere: objects })
              : [],
          example: schema && pretty(example),
        }
      }),
    errors: responses
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { content }]) =>
        Object.entries(content?.['application/json']?.examples ?? {}).map(([type, { value }]) => ({
          status,
          type,
          example: pretty(value),
        })),
      ),
  }
}

const titles = { path: 'Path', query: 'Query', header: 'Headers' } as const

/** Returns the parameters of one location as the properties of an object. */
const parameterSchema = (parameters: Parameter[], place: Parameter['in']): JsonSchema => {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    properties: Object.fromEntries(
      here.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
    ),
    required: here.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Shell variables for values that only the reader has, by the name of the property. */
const texts = { account: '$ACCOUNT', card: '$CARD_TOKEN', id: '$ORDER', token: '$METHOD_TOKEN' }

/** Returns the bodies to show, each with its title. */
function bodiesOf(media: Media | undefined, components: Components): [title: string, body: unknown][] {
  const examples = Object.entries(media?.examples ?? {})
  if (examples.length > 0) return examples.map(([title, { value }]) => [title, value])
  return [['Request', media && exampleOf(media.schema, { components, texts })]]
}

/** Returns the variable of a suitable key: the public key if every kind is allowed, otherwise the private one. */
function keyFor(keys: string[]): string | undefined {
  if (keys.length === 0) return undefined
  return keys.length < 3 && keys.includes('private') ? 'PRIVATE_KEY' : 'PUBLIC_KEY'
}

const withVariables = (path: string) =>
  path.replaceAll(/\{(\w+?)(?:Id)?\}/g, (_, name: string) => `$${name.toUpperCase()}`)

/** Returns the name of the object that a schema is or is an array of. */
const namedIn = (schema: JsonSchema): string | undefined =>
  refName(schema) ?? (schema.items ? namedIn(schema.items) : undefined)

import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { groupBy } from '../core/group-by'
import type { KeyKind } from '../key/issue-key'
import { ErrorContent, type ErrorType } from '../model/error-object'
import { exampleOrigin, examples } from '../model/examples'
import { runtime } from '../runtime'
import { type Definition, tags } from './endpoint'
import { cardErrorExamples, errorExample } from './error-examples'
import { webhooks } from './webhooks'

/** Returns the API as an OpenAPI 3.1 document, generated from the schemas that validate its requests. */
export function openApiDocument(definitions: readonly Definition[]) {
  const paths: ZodOpenApiPathsObject = {}
  for (const definition of definitions) {
    paths[definition.path] = {
      ...paths[definition.path],
      [definition.method.toLowerCase()]: operationOf(definition),
    }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Kassa',
      version: '1',
      description:
        'Accounts, stored cards, subscriptions, orders, charges and refunds. Amounts are numbers in the major unit of their currency. ' +
        'Repeat a request safely with an Idempotency-Key.',
    },
    servers: [{ url: `${runtime().baseUrl}/v1` }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    components: { securitySchemes },
    paths,
    webhooks,
  })
  return withOwnAddress(document)
}

/** Replaces the address of the examples with that of this installation. */
function withOwnAddress<T>(document: T): T {
  const { baseUrl } = runtime()
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(`${exampleOrigin}/`)
      ? baseUrl + value.slice(exampleOrigin.length)
      : value,
  )
}

const securitySchemes = {
  public: { type: 'http', scheme: 'bearer', description: 'Public key, `pk_…`: safe to publish' },
  private: { type: 'http', scheme: 'bearer', description: 'Private key, `sk_…`: for servers only' },
  account: {
    type: 'http',
    scheme: 'bearer',
    description: 'Account key, `ak_…`: one account, addressed as `me`',
  },
} as const satisfies Record<KeyKind, object>

/** Errors of every endpoint with a key. */
const common: ErrorType[] = ['not authorized', 'forbidden', 'unknown error', 'service unavailable']

function errorsOf(definition: Definition): ErrorType[] {
  const errors = new Set<ErrorType>(definition.errors ?? [])
  if (definition.keys.length > 0) for (const type of common) errors.add(type)
  else errors.add('unknown error')
  if (definition.method !== 'GET') {
    for (const type of ['malformed content', 'conflict', 'content too large'] as const) errors.add(type)
  }
  if (definition.body) {
    for (const type of ['missing property', 'invalid content', 'unsupported media type'] as const)
      errors.add(type)
  }
  if (definition.query) errors.add('invalid query argument')
  return [...errors]
}

function operationOf(definition: Definition): ZodOpenApiOperationObject {
  const ids = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const changes = definition.method !== 'GET' && definition.keys.length > 0
  return {
    operationId: definition.id,
    tags: [definition.tag],
    summary: definition.summary,
    ...(definition.description !== undefined && { description: definition.description }),
    security: definition.keys.map((kind) => ({ [kind]: [] })),
    requestParams: {
      ...(ids.length > 0 && {
        path: z.object(Object.fromEntries(ids.map((name) => [name, pathId(name, definition)]))),
      }),
      ...(definition.query instanceof z.ZodObject && { query: definition.query }),
      header: z.object({
        'X-Request-Id': requestId.optional(),
        ...(changes && { 'Idempotency-Key': idempotencyKey }),
      }),
    },
    ...(definition.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: definition.body, ...bodyExamples(definition) } },
      },
    }),
    responses: { ...successes(definition), ...failures(definition) },
  }
}

const requestId = z.string().meta({ description: 'Your own id for the request, returned in the response' })

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description:
      'Makes it safe to repeat a request: for 7 days, the same request with the same key returns the first final ' +
      'response, ' +
      'marked `Idempotent-Replayed: true`.',
  })

const pathId = (name: string, { keys }: Definition) =>
  z.string().meta({
    description:
      name === 'accountId' && keys.includes('account')
        ? 'Id of the account; with an account key `me`'
        : `Id of the ${name.replace(/Id$/, '')}`,
    example: name === 'subscriptionId' ? examples.subscription.id : examples.account.id,
  })

const responseHeaders = z.object({ 'X-Request-Id': z.string().meta({ description: 'Id of the request' }) })
const listHeaders = responseHeaders.extend({
  Link: z.string().optional().meta({ description: 'Address of the next page: `<…>; rel="next"`' }),
})

const file = z.string().meta({ format: 'binary' })

/** Returns the headers of responses with a status, in addition to those of every response. */
function additionalHeaders(status: string, { retryAfter = [] }: Definition): z.ZodRawShape {
  if (status === '401') return { 'WWW-Authenticate': wwwAuthenticate }
  if (['429', '503'].includes(status)) return { 'Retry-After': seconds }
  const isPossible = status === '409' || retryAfter.includes(Number(status))
  return isPossible ? { 'Retry-After': seconds.optional() } : {}
}

const wwwAuthenticate = z.string().meta({ description: 'How to send a key: `Bearer`' })
const seconds = z.string().meta({ description: 'Seconds to wait before repeating the request' })

const successes = (definition: Definition): ZodOpenApiOperationObject['responses'] =>
  Object.fromEntries(
    Object.entries(definition.responses).map(([status, response]) => {
      const { schema, description, example, files = [], isPage = false } = response
      return [
        status,
        {
          description,
          headers: (isPage ? listHeaders : responseHeaders).extend(additionalHeaders(status, definition)),
          ...(schema && {
            content: {
              'application/json': { schema, example: example ?? exampleOf(schema) },
              ...Object.fromEntries(files.map((type) => [type, { schema: file }])),
            },
          }),
        },
      ]
    }),
  )

/** Returns one response for each status, with an example of each kind of error that has it. */
function failures(definition: Definition): ZodOpenApiOperationObject['responses'] {
  const possible = errorsOf(definition).flatMap((type) => errorExample(type, definition) ?? [])
  return Object.fromEntries(
    [...groupBy(possible, ({ status }) => String(status))].map(([status, errors]) => [
      status,
      {
        description: errors.map(({ type }) => type).join(' · '),
        headers: responseHeaders.extend(additionalHeaders(status, definition)),
        content: {
          'application/json': {
            schema: ErrorContent,
            examples: {
              ...Object.fromEntries(errors.map((error) => [error.type, { value: error }])),
              ...(status === '400' && definition.cardProperty && cardErrorExamples(definition.cardProperty)),
            },
          },
        },
      },
    ]),
  )
}

const bodyExamples = ({ examples }: Definition) =>
  examples && {
    examples: Object.fromEntries(Object.entries(examples).map(([title, value]) => [title, { value }])),
  }

/** Returns the example of a schema, or a list with an example of its items. */
function exampleOf(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  return schema instanceof z.ZodType ? schema.meta()?.example : undefined
}

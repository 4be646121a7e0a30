import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { interfaceDocument } from '@/app/v1/document'
import { testWorld } from '@/test/world'
import { Callback } from '../model/callback'
import type { Flaw } from '../model/error-object'
import { endpoints } from '../web/routes'

testWorld()

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string; schema: { example?: unknown } }[]
  requestBody?: { content: Record<string, { schema: unknown; examples?: Record<string, unknown> }> }
  responses: Record<
    string,
    {
      content?: Record<string, { example?: unknown; examples?: Record<string, unknown> }>
      headers?: Record<string, unknown>
    }
  >
}

const operations = () => {
  const { paths } = JSON.parse(JSON.stringify(interfaceDocument())) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

const routeFiles = readdirSync('app/v1', { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('route.ts'))

test('every route file is in the table, under the path of its folder', async () => {
  for (const file of routeFiles) {
    const path = `/${file
      .replace(/\/?route\.ts$/, '')
      .replaceAll('[', '{')
      .replaceAll(']', '}')}`
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ resolve('app/v1', file))
    const here = endpoints.filter(({ definition }) => definition.path === path)
    expect(here, `${file}: run npm run endpoints, and give the definition the path of the folder`).toEqual(
      Object.values(exported),
    )
    expect(here.map(({ definition }) => definition.method).sort(), file).toEqual(Object.keys(exported).sort())
  }
})

test('every endpoint has an entry, and there are no other entries', () => {
  const documented = operations().map(({ method, path }) => `${method} ${path}`)
  expect(documented.sort()).toEqual(
    endpoints.map(({ definition: { method, path } }) => `${method} ${path}`).sort(),
  )
  expect(endpoints.length).toBeGreaterThanOrEqual(routeFiles.length)
})

test('every entry says who may call it, and shows each response and each error', () => {
  for (const { operation, method, path } of operations()) {
    const what = `${method} ${path}`
    expect(operation.summary, what).toMatch(/\w/)
    expect(operation.tags, what).toHaveLength(1)
    const open = path === '/health' || path === '/openapi.json'
    expect((operation.security ?? []).length > 0, what).toBe(!open)
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status === '204') continue
      const json = content?.['application/json']
      expect(
        json?.example ?? Object.keys(json?.examples ?? {})[0],
        `${what} ${status} needs an \`example\` in the .meta of its schema`,
      ).toBeDefined()
    }
    const headers = operation.parameters?.flatMap((each) => (each.in === 'header' ? each.name : []))
    const repeatable = method === 'GET' || open ? [] : ['Idempotency-Key']
    expect(headers, what).toEqual(['X-Request-Id', ...repeatable])
    if (!open) {
      // Any key can tokenise a card, and no account is named.
      const expected = path === '/card' ? ['401', '500'] : ['401', '403', '500']
      expect(Object.keys(operation.responses), what).toEqual(expect.arrayContaining(expected))
    }
  }
})

const errorsOf = (wanted: string) => {
  const { operation } =
    operations().find(({ method, path }) => `${method} ${path}` === wanted) ?? expect.fail(wanted)
  const examples = Object.values(operation.responses).flatMap(({ content }) =>
    Object.entries(content?.['application/json']?.examples ?? {}),
  )
  return Object.fromEntries(
    examples.map(([type, example]) => [type, (example as { value: { content: Flaw } }).value.content]),
  )
}

test('the errors of an endpoint are those that it can return', () => {
  const customer = errorsOf('PUT /account/{accountId}/customer')
  expect(customer['not found']?.description).toMatch(/^No such account\./)
  expect(customer['malformed content']?.property).toBe('type')
  expect(customer['invalid content']?.property).toBe('identityNumber')
  expect(customer.forbidden?.description).toBe('A public key may not do this. Use a private or account key.')
  for (const path of ['customer', 'metadata'])
    expect(errorsOf(`PUT /account/{accountId}/${path}`)).not.toHaveProperty('missing property')
  const language = errorsOf('PUT /account/{accountId}/language')
  expect(language['missing property']?.property).toBe('language')
  expect(language).not.toHaveProperty('invalid content')
  expect(errorsOf('PATCH /order')['missing property']?.property).toBe('[0].id')
  expect(errorsOf('POST /account/{accountId}/method').forbidden?.description).toMatch(/^An account key acts/)
  expect(errorsOf('DELETE /account/{accountId}/subscription/{subscriptionId}')).toMatchObject({
    'malformed content': { description: 'This request takes no body. Omit it.' },
    'not found': { type: 'Subscription' },
  })
  expect(errorsOf('POST /account/{accountId}/link')['invalid content']?.property).toBe('customer.email')
  expect(errorsOf('GET /document/{documentId}').conflict?.type).toBe('Document')
})

test('responses are described with their headers, and those that can be files with the types of these', () => {
  const responseOf = (wanted: string, status: number) =>
    operations().find(({ method, path }) => `${method} ${path}` === wanted)?.operation.responses[status] ??
    expect.fail(`${wanted} ${status}`)
  const headersOf = (wanted: string, status: number) =>
    Object.keys(responseOf(wanted, status).headers ?? {}).filter((name) => name !== 'X-Request-Id')
  expect(headersOf('GET /order', 200)).toEqual(['Link'])
  const preview = 'GET /account/{accountId}/subscription/{subscriptionId}/preview'
  expect(headersOf(preview, 200)).toEqual([])
  expect(headersOf('GET /order', 401)).toEqual(['WWW-Authenticate'])
  for (const status of [409, 429, 503]) expect(headersOf('POST /card', status)).toEqual(['Retry-After'])
  expect(headersOf('POST /card', 400)).toEqual([])
  expect(headersOf('POST /order/{orderId}/event', 400)).toEqual(['Retry-After'])
  expect(headersOf('PATCH /order', 207)).toEqual(['Retry-After'])
  expect(Object.keys(responseOf('GET /document/{documentId}', 200).content ?? {})).toEqual([
    'application/json',
    'application/pdf',
    'application/xml',
  ])
})

test('ids in paths have examples of their own length', () => {
  const idsOf = (wanted: string) =>
    operations()
      .find(({ method, path }) => `${method} ${path}` === wanted)
      ?.operation.parameters?.flatMap(({ in: place, schema }) => (place === 'path' ? schema.example : []))
  const ids = idsOf('DELETE /account/{accountId}/subscription/{subscriptionId}')
  expect(ids).toEqual([expect.stringMatching(/^[A-Za-z]{16}$/), expect.stringMatching(/^[A-Za-z]{4}$/)])
})

test('callbacks are described, with an example', () => {
  const { webhooks, components } = JSON.parse(JSON.stringify(interfaceDocument()))
  const { post } = webhooks.callback
  const { schema, example } = post.requestBody.content['application/json']
  expect(schema).toEqual({ $ref: '#/components/schemas/Callback' })
  expect(components.schemas.Callback.properties.type.enum).toContain('subscription.ended')
  expect(Callback.parse(example)).toEqual(example)
  expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(Object.keys(post.responses)).toEqual(['2XX'])
  // One schema each for requests and responses.
  expect(Object.keys(components.schemas).filter((name) => name.endsWith('Output'))).toEqual([])
})

test('addresses in examples are those of this installation', () => {
  const text = JSON.stringify(interfaceDocument())
  expect(text).not.toContain('localhost')
  for (const path of ['login/', 'v1/document/', 'bank']) expect(text).toContain(`"http://kassa.test/${path}`)
})

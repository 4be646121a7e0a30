import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { interfaceDocument } from '@/app/v1/document'
import { testWorld } from '@/test/world'
import { Callback } from '../model/callback'
import { endpoints } from '../web/routes'

testWorld()

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  requestBody?: { content: Record<string, { schema: unknown; examples?: Record<string, unknown> }> }
  responses: Record<
    string,
    { content?: Record<string, { example?: unknown; examples?: Record<string, unknown> }> }
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
    if (!open)
      expect(Object.keys(operation.responses), what).toEqual(expect.arrayContaining(['401', '403', '500']))
  }
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

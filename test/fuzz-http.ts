import fc from 'fast-check'
import { appRouter } from '@/server/trpc/router'
import { type FuzzedRequest, fuzzedInput, type Known, oddValue } from './fuzz'

/**
 * Generates any dashboard call over HTTP, of one procedure or several, without the headers that identify the caller.
 */
export function fuzzedCall(known: Known): fc.Arbitrary<FuzzedRequest> {
  const procedures = Object.entries(appRouter._def.procedures).map(([path, procedure]) => ({
    path,
    isQuery: Reflect.get(Object(Reflect.get(procedure, '_def')), 'type') === 'query',
  }))
  const input = fuzzedInput(known).map((json) => ({ json }))
  const meta = fc.oneof(
    oddValue,
    fc.constant({ values: { id: ['bigint'] }, referentialEqualities: { '': ['id'] } }),
  )
  const payload = fc.oneof(
    { weight: 8, arbitrary: input },
    { weight: 1, arbitrary: fc.tuple(input, meta).map(([given, odd]) => ({ ...given, meta: odd })) },
    { weight: 1, arbitrary: oddValue },
  )
  const one = fc
    .tuple(fc.constantFrom(...procedures), payload, fc.boolean())
    .map(([{ path, isQuery }, given, empty]) => ({ path, isQuery, given: empty ? { json: {} } : given }))
  const several = fc.array(one, { minLength: 2, maxLength: 22 }).map((calls) => ({
    path: calls.map(({ path }) => path).join(','),
    isQuery: calls[0]?.isQuery ?? true,
    given: Object.fromEntries(calls.map(({ given }, index) => [index, given])),
    batch: true,
  }))
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: several }).map((call) => {
    const path = `/api/trpc/${call.path}`
    const text = JSON.stringify(call.given, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    const batch = 'batch' in call ? { batch: '1' } : {}
    if (call.isQuery)
      return {
        method: 'GET',
        path: `${path}?${new URLSearchParams({ ...batch, input: text })}`,
        headers: {},
        body: undefined,
      }
    const headers = { 'content-type': 'application/json' }
    return { method: 'POST', path: `${path}?${new URLSearchParams(batch)}`, headers, body: text }
  })
}

const oddHeaders: Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: 'x'.repeat(8_000) },
  { cookie: 'x=%00; next-auth.session-token=x' },
  { cookie: 'x'.repeat(20_000) },
  { expect: '100-continue' },
  { expect: 'nothing' },
  { host: 'evil.example' },
  { host: '[' },
  { origin: 'null' },
  { range: 'bytes=0-' },
  { te: 'trailers', upgrade: 'websocket', connection: 'upgrade' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': '' },
  { 'next-action': 'x' },
  { 'x-forwarded-for': '::, 999.1.1.1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-invoke-path': '/', 'x-middleware-subrequest': 'x', rsc: '1', 'next-router-state-tree': '%' },
  { 'x-request-id': '\u00ff' },
]

/**
 * Usually returns a request unchanged; otherwise with an odd method, URL, header or body, or a body around the size
 * limits.
 */
export const roughened = (request: FuzzedRequest): fc.Arbitrary<FuzzedRequest & { chunked?: boolean }> => {
  const filled = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) })
  const large = fc.record({
    bytes: fc.constantFrom(65_536, 65_537, 262_144, 300_000, 1_048_576, 1_048_577, 3_000_000),
    chunked: fc.boolean(),
  })
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant(request) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...oddHeaders)
        .map((odd) => ({ ...request, headers: { ...request.headers, ...odd } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('TRACE', 'PROPFIND', 'M-SEARCH', 'PURGE', 'HEAD', 'OPTIONS', 'PUT')
        .map((method) => ({ ...request, method, body: undefined })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('/', '//', '/\\', '/./', '/%2e%2e/', 'http://[/', '*', '/%c0', '/\u00e9')
        .map((start) => ({ ...request, path: start + request.path.slice(1) })),
    },
    {
      weight: 1,
      arbitrary: large.map(({ bytes, chunked }) => ({
        ...request,
        method: request.method === 'GET' ? 'POST' : request.method,
        body: filled(bytes),
        chunked,
      })),
    },
  )
}

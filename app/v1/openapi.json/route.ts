import { z } from 'zod'
import { sha256 } from '@/server/crypto/crypto'
import { ok } from '@/server/rest/answers'
import { openEndpoint } from '@/server/rest/handle'

/** Written once per process: it describes the code, which does not change while it runs. */
let written: Promise<{ text: string; tag: string }> | undefined

async function write() {
  // Only now: the document describes all routes, and this is one of them.
  const { openApiDocument } = await import('@/server/rest/openapi')
  const text = JSON.stringify(openApiDocument())
  return { text, tag: `"${sha256(text).slice(0, 32)}"` }
}

export const GET = openEndpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This interface as OpenAPI 3.1',
    keys: [],
    answers: ok(z.looseObject({ openapi: z.string() }), 'The document'),
  },
  async (request) => {
    written ??= write()
    const { text, tag } = await written
    const headers = { ETag: tag, 'Cache-Control': 'no-cache' }
    return request.headers.get('if-none-match') === tag ? { status: 304, headers } : { body: text, headers }
  },
)

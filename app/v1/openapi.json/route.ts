import { z } from 'zod'
import { ok } from '@/server/rest/answers'
import { openEndpoint } from '@/server/rest/handle'

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
  async () => {
    // Only now: the document describes all routes, and this is one of them.
    const { openApiDocument } = await import('@/server/rest/openapi')
    return { body: openApiDocument() }
  },
)

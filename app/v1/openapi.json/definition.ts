import * as z from 'zod'
import type { Definition } from '@/server/rest/endpoint'
import { ok } from '@/server/rest/responses'

/** Separate from its route, because the document describes this endpoint too. */
export const openApiDefinition = {
  method: 'GET',
  path: '/openapi.json',
  id: 'getOpenApi',
  tag: 'Service',
  summary: 'Get this interface as OpenAPI 3.1',
  keys: [],
  responses: ok(
    z
      .looseObject({ openapi: z.string() })
      .meta({ example: { openapi: '3.1.0', info: { title: 'Kassa', version: '1' }, paths: {} } }),
    'The document',
  ),
} satisfies Definition

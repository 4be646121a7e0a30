import { z } from 'zod'
import type { Definition } from '@/server/rest/endpoint'
import { ok } from '@/server/rest/responses'

/** Separate from its route, because the document describes this endpoint too. */
export const openApiDefinition = {
  method: 'GET',
  path: '/openapi.json',
  id: 'getOpenApi',
  tag: 'Service',
  summary: 'This interface as OpenAPI 3.1',
  keys: [],
  responses: ok(z.looseObject({ openapi: z.string() }), 'The document'),
} satisfies Definition

import { endpoints as described } from '@/app/v1/endpoints'
import * as openApi from '@/app/v1/openapi.json/route'
import { DocumentedError } from '../http/documented-error'
import type { HttpRequest, HttpResponse } from '../http/messages'
import { errorResponse, preflight, requestIdOf } from '../http/respond'
import { alternatives } from '../model/alternatives'
import { type Endpoint, matchPath, noSuchPath } from '../rest/endpoint'

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [...described, ...Object.values(openApi)]

const paths = [...new Set(endpoints.map(({ definition }) => definition.path))]

/** Responds to any request under /v1. */
export async function route(request: HttpRequest): Promise<HttpResponse> {
  const { method } = request
  const path = paths.find((template) => matchPath(template, request.path))
  if (path === undefined) return failed(request, noSuchPath())
  const here = endpoints.filter(({ definition }) => definition.path === path)
  const endpoint = here.find(({ definition }) => definition.method === method)
  if (endpoint) return endpoint.respond(request)
  const supported = here.map(({ definition }) => definition.method)
  const allow = [...supported, ...(supported.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  if (method === 'OPTIONS') return preflight(allow, requestIdOf(request))
  if (method === 'HEAD' && allow.includes('HEAD')) {
    return { ...(await route({ ...request, method: 'GET' })), body: null }
  }
  return failed(
    request,
    new DocumentedError({
      type: 'method not allowed',
      content: {
        type: 'method',
        description: `This path does not support ${method}. Use ${alternatives(supported)}.`,
      },
      headers: { Allow: allow.join(', ') },
    }),
  )
}

function failed(request: HttpRequest, error: DocumentedError): HttpResponse {
  const response = errorResponse(error, requestIdOf(request))
  return request.method === 'HEAD' ? { ...response, body: null } : response
}

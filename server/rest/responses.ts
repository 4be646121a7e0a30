import * as z from 'zod'
import { type Listing, pageText } from '../core/listing'
import type { Position } from '../core/page'
import type { HttpRequest } from '../http/messages'
import type { EndpointResponse } from '../http/respond'
import { runtime } from '../runtime'
import type { Definition } from './endpoint'

/** Returns a page of a list: a bare array, with the address of the next page in the Link header. */
export async function pageResponse<Row extends Position>(
  request: HttpRequest,
  listing: Listing<Row>,
  show: (row: Row) => unknown,
): Promise<EndpointResponse> {
  const page = await pageText(listing, show)
  const body = page.text
  if (page.next === undefined) return { body }
  const next = new URL(`${runtime().baseUrl}${request.path}?${request.query}`)
  next.searchParams.set('after', page.next)
  return { body, headers: { Link: `<${next}>; rel="next"` } }
}

/** The success response of an endpoint that responds 200 with one schema. */
export const ok = (schema: z.ZodType, description: string): Definition['responses'] => ({
  200: { schema, description },
})

/** The success response of an endpoint that responds with `pageResponse`. */
export const pageOf = (row: z.ZodType, description: string): Definition['responses'] => ({
  200: { schema: z.array(row), description, isPage: true },
})

/** The success response of an endpoint that creates something. */
export const created = (schema: z.ZodType, description: string): Definition['responses'] => ({
  201: { schema, description },
})

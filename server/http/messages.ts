/** A request to the API. Much cheaper to build than a web-standard `Request`. */
export interface HttpRequest {
  method: string
  /** `/v1/order`: as it was sent, still encoded. */
  path: string
  /** What follows the question mark; empty without one. */
  query: string
  headers: { get(name: string): string | null }
  body(): Promise<Uint8Array>
}

/** A response, ready to be sent. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Text, or the bytes of a file; null for a response without content. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Splits the target of a request. */
export function targetParts(target: string): Pick<HttpRequest, 'path' | 'query'> {
  const [whole = ''] = target.split('#', 1)
  const end = whole.indexOf('?')
  return end < 0 ? { path: whole, query: '' } : { path: whole.slice(0, end), query: whole.slice(end + 1) }
}

export function fromWebRequest(request: Request): HttpRequest {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: request.headers,
    body: async () => new Uint8Array(await request.arrayBuffer()),
  }
}

export const toWebResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers })

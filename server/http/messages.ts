/** A request as the interface reads it. A web-standard `Request` is one; plain ones cost much less to build. */
export interface HttpRequest {
  readonly method: string
  /** With a scheme and a host, which mean nothing. */
  readonly url: string
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** A response, ready to be sent. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Null for a response without content. */
  body: string | null
}

export const toWebResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(body, { status, headers })

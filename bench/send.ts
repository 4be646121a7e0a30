import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | undefined
  /** Sends the body in chunks, without announcing its length. */
  chunked?: boolean
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Why a request has no response. */
export class NoResponse extends Error {
  constructor(
    readonly outcome: 'hang' | 'reset',
    options?: ErrorOptions,
  ) {
    super(outcome, options)
  }
}

/**
 * Milliseconds after which a request without a response counts as hanging. Moving a clock takes as long as everything
 * that falls due on the way.
 */
const timeoutMs = (path: string) => (/clock/i.test(path) ? 110_000 : 10_000)

/**
 * Sends requests to one server on a few connections that are kept open. Throws `NoResponse` when a response does not
 * arrive in time.
 */
export function senderTo(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: ({ method, path, headers = {}, body, chunked = false }: Sent): Promise<Received> =>
      new Promise((resolve, reject) => {
        const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) }
        const fail = (cause: Error) => {
          clearTimeout(timer)
          reject(cause instanceof NoResponse ? cause : new NoResponse('reset', { cause }))
        }
        // `new URL` would normalise the path.
        const { hostname, port } = new URL(base)
        const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
        const timer = setTimeout(() => outgoing.destroy(new NoResponse('hang')), timeoutMs(path))
        outgoing.on('error', fail)
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', fail)
          incoming.on('end', () => {
            clearTimeout(timer)
            const { statusCode = 0, headers } = incoming
            resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString() })
          })
        })
        // In pieces, because a body written in one piece is sent with its length.
        if (chunked && body !== undefined) outgoing.write(body)
        outgoing.end(chunked ? undefined : body)
      }),
    close: () => agent.destroy(),
  }
}

export type Send = ReturnType<typeof senderTo>['send']

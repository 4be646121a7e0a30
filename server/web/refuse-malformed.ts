import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DocumentedError } from '../http/documented-error'
import { openToAll } from '../http/respond'

/** The methods in the response to `OPTIONS *`: every method of some path. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** The requests of each connection whose responses are not complete. */
const running = new WeakMap<Duplex, Map<ServerResponse, IncomingMessage>>()

/** Connections that are closed once their running requests have their responses. */
const closing = new WeakSet<Duplex>()

/** Lets a request get its own response, whatever follows it on its connection. */
export function expectResponse(request: IncomingMessage, response: ServerResponse): void {
  const ofConnection = running.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>()
  running.set(request.socket, ofConnection.set(response, request))
  response.once('close', () => ofConnection.delete(response))
}

/**
 * Refuses data that never became a request, and requests that did not arrive in time. Complete requests that arrived
 * before get their responses first: the refusal would look like theirs, although what they asked for is being done.
 */
export function refuseMalformed(error: ClientError, socket: Duplex): void {
  if (closing.has(socket) && error.code !== 'ECONNRESET') return
  const complete = [...(running.get(socket) ?? [])].filter(([, request]) => request.complete)
  if (error.code === 'ECONNRESET' || complete.length === 0) {
    refuse(error, socket)
    return
  }
  closing.add(socket)
  const responses = complete.map(([response]) => once(response, 'close'))
  void Promise.allSettled(responses).then(() => {
    if (socket.writable) refuse(error, socket)
  })
}

function refuse(error: ClientError, socket: Duplex): void {
  // A proxy that opens connections in advance would take this response for that of its next request.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, description] = refusals[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a valid HTTP request.',
  ]
  const refusal = new DocumentedError({ type: 'malformed content', content: { type: 'HTTP', description } })
  finish(socket, status, refusal, { isHead: error.rawPacket?.subarray(0, 5).toString() === 'HEAD ' })
}

const refusals: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Send it again.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request line and the headers are larger than 16 KiB. Send less.',
  ],
}

/** Refuses to act as a proxy. */
export const refuseConnect = (socket: Duplex): void =>
  finish(
    socket,
    '405 Method Not Allowed',
    new DocumentedError({
      type: 'method not allowed',
      content: { type: 'method', description: 'This server is not a proxy.' },
    }),
    { headers: { Allow: methods.join(', ') } },
  )

/** How long a client has to take the last response before its socket is destroyed. */
const lastMs = 1_000

/** Sends a last response and soon destroys the socket, whether or not the client has read it. */
function finish(
  socket: Duplex,
  status: string,
  error: DocumentedError,
  { headers = {}, isHead = false }: { headers?: Record<string, string>; isHead?: boolean },
): void {
  const body = JSON.stringify({ ...error.toJSON(), status: Number.parseInt(status, 10) })
  socket.on('error', () => undefined)
  const fields = {
    ...openToAll,
    'X-Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    Connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${isHead ? '' : body}`)
  setTimeout(() => socket.destroy(), lastMs).unref()
}

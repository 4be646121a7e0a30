import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { config } from '../core/config/config'
import { log } from '../core/log'
import { largestBody, tooLarge } from '../http/body'
import { DocumentedError } from '../http/documented-error'
import { protectPage } from '../http/policy'
import { errorAnswer, preflight, respond } from '../http/respond'
import { stampSource } from '../http/source'
import { noSuchPath } from '../rest/endpoint'
import { route } from './routes'
import { targetOf } from './target'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface Web {
  port: number
  /** Takes no more requests, waits for those that run, then ends every connection. */
  close(): Promise<void>
}

/** How long running requests may take to end when the process is told to stop. */
const graceMs = 10_000

/**
 * Serves the interface under /v1 from here, and gives every other path to `pages`. Going through Next would cost the
 * interface ten times the work per request, and it would answer malformed requests with pages instead of errors.
 */
export async function listen(
  at: { port: number; host: string },
  pages: PageHandler,
  limits: ServerOptions = {},
): Promise<Web> {
  let closing = false
  const running = new Set<Promise<void>>()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // A client that keeps its connection would keep the process.
    if (closing) response.setHeader('Connection', 'close')
    stampSource(request, config().trustedProxies)
    const path = request.url ?? '/'
    const ended = answer(pages, request, response)
      .catch((error: unknown) => {
        // A client that went away wants no response.
        const report = response.destroyed || request.destroyed ? log.debug : log.error
        report.call(log, { err: error, path }, 'A response could not be written')
        if (response.headersSent || response.destroyed) response.destroy()
        else return write(response, errorResponse(error))
      })
      .finally(() => running.delete(ended))
    running.add(ended)
  }
  const server = createServer({ ...timeLimits, ...limits }, handle)
  // An expectation that is unknown is no reason to refuse what is asked.
  server.on('checkExpectation', handle)
  server.on('connect', (_, socket) => refuseConnect(socket))
  server.on('clientError', refuseMalformed)
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      closing = true
      await closeServer(server)
      // What a client asked for and did not wait for is brought to its end all the same.
      await Promise.race([Promise.all(running), wait(graceMs, undefined, { ref: false })])
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose request has just ended is kept for the client's next one, which will not be taken.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const force = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(force)
}

/** Milliseconds that a client has for the head of a request and for all of it; and how long an idle connection is kept. */
const timeLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  // Longer than the 60 s of common proxies: one that sends on a connection that is just being closed gets an error.
  keepAliveTimeout: 70_000,
  connectionsCheckingInterval: 1_000,
  // A request without Host gets a response like any other; nothing depends on it.
  requireHostHeader: false,
}

async function answer(pages: PageHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = targetOf(request.url ?? '/')
  if (target.kind === 'server' && request.method === 'OPTIONS')
    return write(response, preflight(methods, randomUUID()))
  if (!('path' in target)) return write(response, errorResponse(noSuchPath()))
  request.url = target.path
  request.headers.host ??= 'localhost'
  return target.kind === 'interface'
    ? answerInterface(request, response)
    : answerPage(pages, request, response)
}

/** What `OPTIONS *` names: every method that some path has. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

async function answerPage(
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  protectPage(request, response, config())
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return refuse(response, 413)
  if (!isDecodable(request.url ?? '/')) return refuse(response, 400)
  boundBody(request)
  await pages(request, response)
}

/** Next and the calls of the dashboard read a body whole before they know who sent it, however long it is. */
function boundBody(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let size = 0
  request.push = (chunk, encoding) => {
    size += chunk?.length ?? 0
    if (size <= largestBody) return push(chunk, encoding)
    request.destroy()
    return false
  }
}

function refuse(response: ServerResponse, status: 400 | 413): void {
  const text = status === 413 ? 'This is larger than 1 MiB. Send less at once.' : 'This is no address.'
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
  response.end(`${text}\n`)
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

async function answerInterface(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readIncoming(incoming)
  if (body !== 'too large') return write(outgoing, await respondTo(incoming, body))
  // What is still to come of the body is not kept, but read for a while: a client that is cut off while it sends sees an
  // error of its connection instead of this response.
  outgoing.setHeader('Connection', 'close')
  await write(outgoing, errorResponse(tooLarge()), drained(incoming))
}

/** Sends a response; `before` is waited for before it ends. */
async function write(outgoing: ServerResponse, response: Response, before?: Promise<void>): Promise<void> {
  // Read before anything is written, so that a response that cannot be produced can still become an error.
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (!before) {
    outgoing.end(body)
    return
  }
  outgoing.setHeader('Content-Length', body.length)
  outgoing.write(body)
  await before
  outgoing.end()
}

async function respondTo(incoming: IncomingMessage, body: Buffer): Promise<Response> {
  const method = incoming.method ?? 'GET'
  const target = incoming.url ?? '/'
  if (!URL.canParse(target, origin)) {
    return errorResponse(noSuchPath())
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else for (const each of value ?? []) headers.append(name, each)
  }
  // A web-standard Request cannot have every method; the router is told the real one.
  const carried = forbiddenMethods.has(method) ? 'GET' : method
  const hasBody = body.length > 0 && carried !== 'GET' && carried !== 'HEAD'
  const init = { method: carried, headers, ...(hasBody && { body: new Uint8Array(body) }) }
  return route(new Request(new URL(target, origin), init), method)
}

/** Only the path of the address matters; a Host header is the caller's word. */
const origin = 'http://localhost'

const forbiddenMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Reads a body whole, and keeps no more of it than the limit. */
function readIncoming(incoming: IncomingMessage): Promise<Buffer | 'too large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > largestBody) return Promise.resolve('too large')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= largestBody) chunks.push(chunk)
      else {
        incoming.removeAllListeners('data')
        resolve('too large')
      }
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('error', reject)
  })
}

/** How long and how much of a refused body is still read. */
const drainMs = 1_000
const mostDrained = 16 * largestBody

/** Reads on and keeps nothing, until the body ends or its client has had its share. */
function drained(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0
    const timer = setTimeout(resolve, drainMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostDrained) done()
    })
    incoming.once('close', done)
    incoming.once('end', done)
    incoming.resume()
  })
}

function errorResponse(error: unknown): Response {
  const requestId = randomUUID()
  const answer = errorAnswer(error, requestId)
  return respond(answer, answer.status, requestId)
}

/** Refuses what never became a request, and what did not come in time. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, description] = refusals[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a valid HTTP request.',
  ]
  finish(
    socket,
    status,
    new DocumentedError({ type: 'malformed content', content: { type: 'HTTP', description } }),
  )
}

const refusals: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Send it again.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers are larger than 16 KiB. Send less.',
  ],
}

const refuseConnect = (socket: Duplex): void =>
  finish(
    socket,
    '405 Method Not Allowed',
    new DocumentedError({
      type: 'method not allowed',
      content: { type: 'method', description: 'This server is not a proxy.' },
    }),
    `Allow: ${methods.join(', ')}\r\n`,
  )

/** How long a client has to take the last response before its socket is destroyed. */
const lastMs = 1_000

/** Sends a last response and gives up the socket, whether or not its client reads it. */
function finish(socket: Duplex, status: string, error: DocumentedError, headers = ''): void {
  const body = JSON.stringify({ ...error.toJSON(), status: Number.parseInt(status, 10) })
  socket.on('error', () => undefined)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), lastMs).unref()
}

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { config } from '../core/config/config'
import { log } from '../core/log'
import { maxBodyBytes, noMemory, tooLarge } from '../http/body'
import { type HttpRequest, type HttpResponse, targetParts } from '../http/messages'
import { protectPage } from '../http/policy'
import { errorResponse, preflight, requestIdOf } from '../http/respond'
import { stampSource } from '../http/source'
import { noSuchPath } from '../rest/endpoint'
import { runtime } from '../runtime'
import { awaitBody, freeBody, receiveBody } from './read-body'
import { expectResponse, methods, refuseConnect, refuseMalformed } from './refuse-malformed'
import { route } from './routes'
import { targetOf } from './target'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface Web {
  port: number
  /** Accepts no more requests, waits for running ones, then ends every connection. */
  close(): Promise<void>
}

/** How long running requests may take to end when the process is stopped. */
const graceMs = 10_000

/**
 * Serves the API under /v1, and passes every other path to `pages`. Through Next, the API would take ten times the work
 * per request, and malformed requests would get pages instead of errors.
 */
export async function listen(
  at: { port: number; host: string },
  pages: PageHandler,
  limits: ServerOptions = {},
): Promise<Web> {
  let closing = false
  const running = new Map<ServerResponse, Promise<void>>()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // A client that keeps its connection open would keep the process alive. After an upgrade that was not accepted,
    // Node's parser no longer reports errors, so a malformed request on the same connection would never get a
    // response.
    if (closing || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    expectResponse(request, response)
    stampSource(request, config().trustedProxies)
    const path = request.url ?? '/'
    const ended = handleRequest(pages, request, response)
      .catch((error: unknown) => {
        // A client that went away needs no response.
        const report = response.destroyed || request.destroyed ? log.debug : log.error
        report.call(log, { err: error, path }, 'A response could not be written')
        if (response.headersSent || response.destroyed) response.destroy()
        else return write(response, failed(request, error))
      })
      .finally(() => {
        running.delete(response)
        freeBody(request)
      })
    running.set(response, ended)
  }
  const server = createServer({ ...timeLimits, ...limits }, handle)
  // A request with an unknown Expect header is not refused.
  server.on('checkExpectation', handle)
  server.on('connect', (_, socket) => refuseConnect(socket))
  server.on('clientError', refuseMalformed)
  server.maxConnections = maxConnections
  server.on('drop', warnOfDrops())
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      closing = true
      // Their clients must not send another request on a connection that is about to be closed.
      for (const response of running.keys())
        if (!response.headersSent) response.setHeader('Connection', 'close')
      await closeServer(server)
      // A request is completed even if its client did not wait for the response.
      await Promise.race([Promise.all(running.values()), wait(graceMs, undefined, { ref: false })])
    },
  }
}

/**
 * How long an idle connection stays open. The next request of a load balancer may be on its way: it gets a response, which
 * says that the connection ends. Without one, the load balancer would not know whether to repeat it.
 */
const lingerMs = 1_000

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  // HTTP's own `close` also ends every idle connection at once.
  NetServer.prototype.close.call(server)
  const began = performance.now()
  const sweep = setInterval(() => {
    if (performance.now() - began > lingerMs) server.closeIdleConnections()
  }, 50)
  const force = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(force)
}

/** Time limits in milliseconds for the head of a request and for all of it, and for an idle connection. */
const timeLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  // Longer than the 60 s of common proxies. Otherwise, a proxy might send on a connection that is just being closed.
  keepAliveTimeout: 70_000,
  connectionsCheckingInterval: 1_000,
  // A request without Host gets a response like any other, because nothing depends on it.
  requireHostHeader: false,
}

/** Each connection uses memory before anyone has authenticated. A load balancer needs a few hundred. */
const maxConnections = 5_000

/** Logs once a minute that connections are refused. */
function warnOfDrops(): () => void {
  let warned = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - warned < 60_000) return
    warned = performance.now()
    log.warn(
      `Connections are refused, because ${maxConnections} are open. Limit those of each client in your proxy.`,
    )
  }
}

async function handleRequest(
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = targetOf(request.url ?? '/')
  if (target.kind === 'server' && request.method === 'OPTIONS')
    return write(response, preflight(methods, randomUUID()))
  if (!('path' in target)) return write(response, failed(request, noSuchPath()))
  request.url = target.path
  request.headers.host ??= 'localhost'
  return target.kind === 'interface' ? handleApi(request, response) : handlePage(pages, request, response)
}

async function handlePage(
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  protectPage(request, response, { ...config(), fieldSources })
  if (forbiddenMethods.has(request.method ?? '')) return refuse(request, response, 405)
  if (!isDecodable(request.url ?? '/')) return refuse(request, response, 400)
  if (parametersIn(request.url ?? '/') > maxParameters) return refuse(request, response, 414)
  const refusal = await awaitBody(request)
  if (refusal) return refuse(request, response, refusal === 'too large' ? 413 : 503)
  await pages(request, response)
}

const fieldSources = (service: string) =>
  runtime().cards.all.find(({ name }) => name === service)?.fields?.policy

/** Next.js reads the parameters once more for each of them: 7,500 would block everyone for more than a second. */
const maxParameters = 100

const parametersIn = (address: string): number => address.split('&', maxParameters + 1).length

const pageRefusals = {
  400: 'This is not a valid address.',
  405: 'This method is not allowed here.',
  413: 'The body is larger than 1 MiB. Send a smaller one.',
  414: `The address has more than ${maxParameters} parameters. Use fewer.`,
  503: 'Too many large requests are being processed. Try again in a moment.',
}

/** Refuses a request for a page, and keeps reading for a while because its client may still be sending. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: keyof typeof pageRefusals,
): Promise<void> {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
  return write(response, { status, headers, body: `${pageRefusals[status]}\n` }, drained(request))
}

/** Whether a path can be decoded to text that PostgreSQL takes: without the character 0. */
function isDecodable(path: string): boolean {
  try {
    return !decodeURI(path).includes('\0')
  } catch {
    return false
  }
}

async function handleApi(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await receiveBody(incoming)
  if (typeof body !== 'string') return write(outgoing, await respondTo(incoming, body))
  // The rest of the body is discarded, but read for a while: a client that is cut off while sending sees a connection
  // error instead of this response.
  outgoing.setHeader('Connection', 'close')
  await write(outgoing, failed(incoming, body === 'too large' ? tooLarge() : noMemory()), drained(incoming))
}

/** Sends a response, and waits for `before` before it ends. */
async function write(
  outgoing: ServerResponse,
  { status, headers, body }: HttpResponse,
  before?: Promise<void>,
): Promise<void> {
  outgoing.statusCode = status
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  if (body === null) {
    await before
    outgoing.end()
    return
  }
  outgoing.setHeader('Content-Length', Buffer.byteLength(body))
  if (before) {
    outgoing.write(body)
    await before
    outgoing.end()
  } else outgoing.end(body)
}

function respondTo(incoming: IncomingMessage, body: Buffer): Promise<HttpResponse> {
  const { method = 'GET', url = '/' } = incoming
  return route({ method, ...targetParts(url), headers: headersOf(incoming), body: async () => body })
}

/** Methods that a web-standard Request cannot have, so Next cannot receive them. */
const forbiddenMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** How long and how much of a refused body is still read. */
const drainMs = 1_000
const maxDrained = 16 * maxBodyBytes

/** Reads and discards, until the body ends or the limit is reached. */
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
      if (size > maxDrained) done()
    })
    incoming.once('close', done)
    incoming.once('end', done)
    incoming.resume()
  })
}

const failed = (request: IncomingMessage, error: unknown): HttpResponse =>
  errorResponse(error, requestIdOf({ headers: headersOf(request) }))

const headersOf = ({ headers }: IncomingMessage): HttpRequest['headers'] => ({
  get: (name) => headers[name.toLowerCase()]?.toString() ?? null,
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { config } from '../config/config'
import { KassaError } from '../error/error'
import { log } from '../log/log'
import { largestBody, tooLarge } from '../rest/body'
import { errorAnswer, respond } from '../rest/respond'
import { protectPage } from './policy'
import { route } from './routes'
import { stampSource } from './source'

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
export async function listen(at: { port: number; host: string }, pages: PageHandler): Promise<Web> {
  let closing = false
  const running = new Set<Promise<void>>()
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, (request, response) => {
    // A client that keeps its connection would keep the process.
    if (closing) response.setHeader('Connection', 'close')
    stampSource(request, config().trustedProxies)
    const path = request.url ?? '/'
    const isInterface = /^\/v1(?=[/?]|$)/.test(path)
    const answer = isInterface ? answerInterface(request, response) : answerPage(pages, request, response)
    const ended = answer
      .catch((error: unknown) => {
        log.error({ err: error, path }, 'A response could not be written')
        if (response.headersSent) response.destroy()
        else return writeResponse(response, errorResponse(error))
      })
      .finally(() => running.delete(ended))
    running.add(ended)
  })
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
  const response = body === 'too large' ? errorResponse(tooLarge()) : await respondTo(incoming, body)
  // What was not read of a body too large is not read now either.
  if (body === 'too large') outgoing.setHeader('Connection', 'close')
  await writeResponse(outgoing, response)
}

async function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.end(body)
}

async function respondTo(incoming: IncomingMessage, body: Buffer): Promise<Response> {
  const method = incoming.method ?? 'GET'
  const target = incoming.url ?? '/'
  if (!URL.canParse(target, origin)) {
    return errorResponse(
      new KassaError('not found', { type: 'path', description: 'This is not the address of anything.' }),
    )
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

/** Reads a body whole, and no further than the limit. */
async function readIncoming(incoming: IncomingMessage): Promise<Buffer | 'too large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > largestBody) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > largestBody) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function errorResponse(error: unknown): Response {
  const requestId = crypto.randomUUID()
  const answer = errorAnswer(error, requestId)
  return respond(answer, answer.status, requestId)
}

/** Bytes that are no HTTP get an answer all the same. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const body = JSON.stringify(
    new KassaError('malformed content', { type: 'HTTP', description: 'This is not a valid HTTP request.' }),
  )
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

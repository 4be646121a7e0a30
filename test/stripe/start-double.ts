import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { serveApi } from './api'
import { serveBank } from './bank'
import { StripeDouble } from './double'
import { serveControl } from './serve-control'
import { serveFileContents } from './serve-file'
import type { DoubleSettings } from './settings'
import { serveStripeJs } from './stripe-js/serve-stripe-js'

interface Options {
  port?: number
  /** The same seed gives the same ids, faults and orders of delivery. */
  seed?: number
  settings?: Partial<DoubleSettings>
}

export interface RunningDouble extends StripeDouble {
  url: string
  port: number
  stop(): Promise<void>
}

/** What the parts of the server respond. */
export interface Reply {
  status: number
  body: string | Buffer
  headers: Record<string, string>
  /** Breaks the connection in the middle of the body. */
  cut?: boolean
}

/** Starts a double of Stripe on loopback. */
export async function startDouble({
  port = 0,
  seed = 1,
  settings = {},
}: Options = {}): Promise<RunningDouble> {
  const double = new StripeDouble(seed, settings)
  const server = createServer((request, response) => void respondTo(double, request, response))
  // Longer than tests wait between requests: a connection that the server closes looks like a lost request.
  server.keepAliveTimeout = 120_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  double.state.origin = `http://127.0.0.1:${address.port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await Promise.all([once(server, 'close'), double.close()])
  }
  return Object.assign(double, { url: double.state.origin, port: address.port, stop })
}

async function respondTo(
  double: StripeDouble,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await dispatch(double, request)
    if (!reply) return void request.socket.destroy()
    if (!reply.cut) return void response.writeHead(reply.status, reply.headers).end(reply.body)
    const body = Buffer.from(reply.body)
    response.writeHead(reply.status, { ...reply.headers, 'Content-Length': String(body.length) })
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
  } catch (failure) {
    // A bug in the double: the text says so, so that it is not mistaken for a requested fault.
    const message = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
    if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end(`the double failed: ${message}`)
  }
}

async function dispatch(double: StripeDouble, request: IncomingMessage): Promise<Reply | null> {
  const { method = 'GET', headers } = request
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://double')
  const body = await buffer(request)
  if (pathname.startsWith('/_double')) return serveControl(double, { method, path: pathname, body })
  if (pathname.startsWith('/3ds/'))
    return serveBank(double, { method, path: pathname, query: searchParams, body })
  if (pathname === '/v3' || pathname.startsWith('/v3/')) return serveStripeJs(pathname)
  const contents = serveFileContents(double, { path: pathname, authorization: headers.authorization })
  if (contents) return contents
  return serveApi(double, { method, path: pathname, query: search.slice(1), headers, body })
}

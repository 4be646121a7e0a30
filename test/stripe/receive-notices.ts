import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { POST } from '@/app/notices/[service]/[merchant]/route'

/** Passes the notices that Stripe sends to a port of its own to the route. `stop` waits for those that have arrived. */
export async function receiveNotices(): Promise<{ url: string; stop(): Promise<void> }> {
  const running = new Set<Promise<void>>()
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const [, , service = '', merchantId = ''] = (request.url ?? '').split('/')
    const params = Promise.resolve({ service, merchant: merchantId })
    const body = new Uint8Array(await buffer(request))
    const headers = { 'stripe-signature': String(request.headers['stripe-signature'] ?? '') }
    const sent = new Request('http://kassa.test', { method: 'POST', body, headers })
    const { status } = await POST(sent, { params })
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => {
    // A sender that dies while it sends has no response to receive.
    const passed = pass(request, response).catch(() => void response.destroy())
    running.add(passed)
    void passed.finally(() => running.delete(passed))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await Promise.all(running)
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

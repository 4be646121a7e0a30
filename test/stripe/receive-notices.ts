import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { POST } from '@/app/notices/[service]/[merchant]/route'

/** Passes the notices that Stripe sends to a port of its own to the route. */
export async function receiveNotices(): Promise<{ url: string; stop(): void }> {
  const server = createServer(async (request, response) => {
    const [, , service = '', merchantId = ''] = (request.url ?? '').split('/')
    const params = Promise.resolve({ service, merchant: merchantId })
    const body = new Uint8Array(await buffer(request))
    const headers = { 'stripe-signature': String(request.headers['stripe-signature'] ?? '') }
    const sent = new Request('http://kassa.test', { method: 'POST', body, headers })
    const { status } = await POST(sent, { params })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

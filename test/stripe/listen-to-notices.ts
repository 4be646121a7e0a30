import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { POST } from '@/app/notices/[service]/[merchant]/route'

/** Passes what Stripe sends to the route, until the test ends. */
export async function listenToNotices(): Promise<string> {
  const server = createServer(async (request, response) => {
    const [, , service = '', merchantId = ''] = (request.url ?? '').split('/')
    const params = Promise.resolve({ service, merchant: merchantId })
    const body = new Uint8Array(await buffer(request))
    const headers = { 'stripe-signature': String(request.headers['stripe-signature'] ?? '') }
    const { status } = await POST(new Request('http://kassa.test', { method: 'POST', body, headers }), {
      params,
    })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface MailRequest {
  method: string
  path: string
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

interface MailResponse {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** Simulates the mail service: it keeps the mail it receives, and responds as instructed, by default with success. */
export interface MailService {
  url: string
  requests: MailRequest[]
  /** The responses to the next requests, in turn. A function runs before its response. */
  next: ((() => Promise<void> | void) | MailResponse)[]
  close(): Promise<void>
}

export async function startMailService(): Promise<MailService> {
  const service = { requests: [], next: [] } as Pick<MailService, 'requests' | 'next'>
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    service.requests.push({ method, path, headers, body: JSON.parse((await text(request)) || '{}') })
    let next = service.next.shift()
    if (typeof next === 'function') {
      await next()
      next = undefined
    }
    const reply = next ?? { status: 200, body: { id: `re_${service.requests.length}` } }
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(service, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

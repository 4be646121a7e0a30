import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import { log } from '../core/log'
import { registry } from './recorders'

interface MetricsServer {
  port: number
  close(): Promise<void>
}

/**
 * Serves the metrics of this process to Prometheus, at `/metrics` on a port of its own: they are for those who run the
 * installation, and must not be reachable from outside. `measure` runs before they are read.
 */
export async function serveMetrics(
  at: { port: number; host: string },
  measure = async () => {},
): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(({ url }, response) => {
    if (url !== '/metrics') response.writeHead(404).end()
    else void measure().then(() => respond(response))
  })
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function respond(response: ServerResponse): Promise<void> {
  try {
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics())
  } catch (error) {
    log.error({ err: error }, 'The metrics could not be read')
    response.writeHead(500).end()
  }
}

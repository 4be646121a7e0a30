import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Systems give outgoing connections ports from 32,768 on Linux, and from 49,152 elsewhere. A server that used one of
 * them could find it taken at its next start.
 */
const first = 20_000
const last = 29_999
const attempts = 20

/** A port of 127.0.0.1 that nothing listens on, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(first, last + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`No port of 127.0.0.1 is free: ${attempts} between ${first} and ${last} were tried.`)
}

/** Whether a server could listen on a port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

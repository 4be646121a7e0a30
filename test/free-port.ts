import { type AddressInfo, createServer } from 'node:net'

/** Returns a port of 127.0.0.1 that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address() as AddressInfo
      taken.close(() => resolve(port))
    })
  })
}

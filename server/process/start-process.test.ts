import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { cannotListen } from './start-process'

/** The error of listening on an address. */
async function errorOf(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host)
  const [error] = await once(server, 'error')
  return error
}

test('a port in use, and an address that the machine does not have, are explained', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const { port } = typeof address === 'object' && address ? address : expect.fail('no port')
  expect(cannotListen(await errorOf(port, '127.0.0.1'))).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Another program uses this port: set another PORT or METRICS_PORT.`,
  )
  server.close()
  // Reserved for documentation, so no machine has it.
  expect(cannotListen(await errorOf(0, '192.0.2.1'))).toMatch(
    /^listen EADDRNOTAVAIL.* set another HOST, such as/,
  )
})

test.each([
  ['EACCES', 'listen', 'set a PORT above 1023'],
  ['ENOTFOUND', 'getaddrinfo', 'HOST is not known'],
])('%s of %s is explained', (code, syscall, advice) => {
  expect(cannotListen(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }))).toContain(advice)
})

test('a file that cannot be opened has nothing to do with the address', () => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' })
  expect(cannotListen(error)).toBeUndefined()
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deferred } from '@/test/deferred'
import { testWorld } from '@/test/world'
import { listen, type Web } from './listen'

testWorld()
let web: Web
let pageBody = ''
const released = deferred<undefined>()

beforeAll(async () => {
  web = await listen({ port: 0, host: '127.0.0.1' }, async (request, response) => {
    if (request.url === '/slow-page') await released.promise
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    pageBody = Buffer.concat(chunks).toString()
    response.end('a page')
  })
})
afterAll(() => web.close())

const mebibyte = 1_048_576

/** Sends all but the last byte of a body of 1 MiB, without a key. */
async function sendSlowly(path: string): Promise<Socket> {
  const socket = connect(web.port, '127.0.0.1')
  // Refused ones are cut off while they send.
  socket.on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: kassa.test\r\nContent-Length: ${mebibyte}\r\n\r\n`)
  await new Promise((sent) => socket.write(Buffer.alloc(mebibyte - 1, ' '), sent))
  return socket
}

const post = (path: string, body: string) =>
  fetch(`http://127.0.0.1:${web.port}${path}`, { method: 'POST', body })

const largeStatus = async () => (await post('/a-page', ' '.repeat(mebibyte))).status

test.each(['/v1/order', '/a-page'])(
  'large bodies sent slowly to %s use limited memory, and do not delay small ones',
  async (path) => {
    const sockets: Socket[] = []
    // One after the other: those that are refused give their memory back, and others would get it.
    for (let sent = 0; sent < 80; sent++) sockets.push(await sendSlowly(path))
    const refused = await once(sockets.at(-1) as Socket, 'data')
    expect(String(refused[0])).toMatch(/^HTTP\/1\.1 503 .*Too many large requests are being processed/s)

    expect(await largeStatus()).toBe(503)
    expect((await post('/v1/order', '{}')).status).toBe(401)
    expect((await post('/a-page', 'x'.repeat(16_000))).status).toBe(200)

    for (const socket of sockets) socket.destroy()
    await expect.poll(largeStatus).toBe(200)
  },
)

test.each(['/v1/order', '/a-page'])('a body sent to %s in many chunks arrives complete', async (path) => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index))
  const socket = connect(web.port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: kassa.test\r\nTransfer-Encoding: chunked\r\n\r\n`)
  socket.write(`${[...text].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`)
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(path === '/a-page' ? /^HTTP\/1\.1 200/ : /^HTTP\/1\.1 401/)
  if (path === '/a-page') expect(pageBody).toBe(text)
  socket.destroy()
})

test('the memory of pipelined requests is freed when their connection ends', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 70 }, async () => {
      const socket = connect(web.port, '127.0.0.1')
      socket.on('error', () => undefined)
      const head = `GET /slow-page HTTP/1.1\r\nHost: kassa.test\r\n\r\nPOST /v1/order HTTP/1.1\r\nHost: kassa.test\r\n`
      socket.write(`${head}Content-Length: ${mebibyte}\r\n\r\n`)
      await new Promise((sent) => socket.write(Buffer.alloc(mebibyte - 1, ' '), sent))
      return socket
    }),
  )
  await expect.poll(largeStatus).toBe(503)
  for (const socket of sockets) socket.destroy()
  await expect.poll(largeStatus).toBe(200)
  released.resolve(undefined)
})

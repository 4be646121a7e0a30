import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { send, stripeClient } from './client'

/** Requests a payment from a server, within some ms. */
async function request(respond: RequestListener, ms: number) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const stripe = stripeClient('sk_test_none', `http://127.0.0.1:${port}`)
  return send({ stripe, deadline: Date.now() + ms }, 'payment_intent', (options) =>
    stripe.paymentIntents.retrieve('pi_1', {}, options),
  )
}

const tooMany = JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit' } })

test('a response that comes in drops ends with the time for the call', async () => {
  const slowly: RequestListener = (_, response) => {
    const drops = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drops))
  }
  await expect(request(slowly, 200)).rejects.toMatchObject({ type: 'StripeConnectionError' })
})

test('a request that Stripe refuses for longer than the call may take is not sent again', async () => {
  let requests = 0
  const refuse: RequestListener = (_, response) => {
    requests++
    response.writeHead(429, { 'Retry-After': '60' }).end(tooMany)
  }
  await expect(request(refuse, 600)).rejects.toMatchObject({ statusCode: 429 })
  expect(requests).toBe(1)
})

test('a request that Stripe refuses for a second is sent again after it', async () => {
  const times: number[] = []
  const refuseOnce: RequestListener = (_, response) => {
    times.push(performance.now())
    if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end(tooMany)
    else response.end(JSON.stringify({ object: 'payment_intent', id: 'pi_1' }))
  }
  expect(await request(refuseOnce, 5000)).toMatchObject({ id: 'pi_1' })
  const [refused = 0, sent = 0] = times
  expect(sent - refused).toBeGreaterThan(990)
})

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type StripeSession, send, stripeClient } from './client'
import { patiently } from './patiently'

/** Starts a server, and returns a function that requests a payment from it within some ms. */
async function serving(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const stripe = stripeClient('sk_test_none', `http://127.0.0.1:${port}`)
  const session = (ms: number) => ({ stripe, deadline: Date.now() + ms })
  const retrieve = (given: StripeSession) =>
    send(given, 'payment_intent', (options) => stripe.paymentIntents.retrieve('pi_1', {}, options))
  return { session, retrieve }
}

async function request(respond: RequestListener, ms: number) {
  const { session, retrieve } = await serving(respond)
  return retrieve(session(ms))
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

/** Refuses one request for a second, and says how long after it the next one came. */
function refusingOnce() {
  const times: number[] = []
  const respond: RequestListener = (_, response) => {
    times.push(performance.now())
    if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end(tooMany)
    else response.end(JSON.stringify({ object: 'payment_intent', id: 'pi_1' }))
  }
  return { respond, waited: () => (times[1] ?? 0) - (times[0] ?? 0) }
}

test('a request that Stripe refuses for a second is sent again after it', async () => {
  const { respond, waited } = refusingOnce()
  expect(await request(respond, 5000)).toMatchObject({ id: 'pi_1' })
  expect(waited()).toBeGreaterThan(990)
})

test('a list that nobody waits for goes on after that time, although it is longer than a call may take', async () => {
  const { respond, waited } = refusingOnce()
  const { session, retrieve } = await serving(respond)
  expect(await patiently(async () => session(900), retrieve)).toMatchObject({ id: 'pi_1' })
  expect(waited()).toBeGreaterThan(990)
})

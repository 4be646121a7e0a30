import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { authorised, errorOf, paid, testDouble } from './client'
import type { StripeEventType } from './event-types'

interface Listener {
  url: string
  received: { body: string; signature: string }[]
  status: number
}

/** Receives notifications until the test ends. */
async function listen(): Promise<Listener> {
  const listener: Listener = { url: '', received: [], status: 200 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    listener.received.push({ body, signature: String(request.headers['stripe-signature']) })
    response.writeHead(listener.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  listener.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`
  return listener
}

const every: StripeEventType[] = [
  'payment_intent.succeeded',
  'payment_intent.created',
  'charge.succeeded',
  'charge.captured',
]

/** A double with an endpoint, and its secret. */
async function subscribed(enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = every) {
  const { stripe, double } = await testDouble()
  const listener = await listen()
  const endpoint = await stripe.webhookEndpoints.create({ url: listener.url, enabled_events })
  const types = () => listener.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type)
  const received = (count: number) => expect.poll(() => listener.received.length, { interval: 5 }).toBe(count)
  return { stripe, double, listener, endpoint, types, received }
}

test('returns the secret of an endpoint only when it is created', async () => {
  const { stripe, endpoint } = await subscribed()
  expect(endpoint.secret).toMatch(/^whsec_/)
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
  expect((await stripe.webhookEndpoints.list()).data[0]?.secret).toBeUndefined()
})

test('signs notifications, which the package verifies', async () => {
  const { stripe, double, listener, endpoint, received } = await subscribed()
  const { id } = await paid(stripe, 'pm_card_visa', { metadata: { order: '9' } })
  await received(3)
  const events = listener.received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? ''),
  )
  expect(events.find(({ type }) => type === 'payment_intent.succeeded')).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    data: { object: { id, status: 'succeeded', metadata: { order: '9' } } },
    request: { id: expect.stringMatching(/^req_/) },
  })
  const [first] = listener.received
  expect(() =>
    stripe.webhooks.constructEvent(`${first?.body} `, first?.signature ?? '', endpoint.secret ?? ''),
  ).toThrow()
  expect(double.deliveries.log.every(({ outcome }) => outcome === 200)).toBe(true)
})

test('an event names the request and key that caused it, if any', async () => {
  const { stripe, double } = await testDouble()
  const { id } = await authorised(stripe)
  const { lastResponse } = await stripe.paymentIntents.capture(
    id,
    { amount_to_capture: 100, final_capture: false },
    { idempotencyKey: 'capture-1' },
  )
  const [mine] = (await stripe.events.list({ type: 'payment_intent.amount_capturable_updated' })).data
  expect(mine?.request).toEqual({ id: lastResponse.requestId, idempotency_key: 'capture-1' })
  double.operate('capture', { intent: id })
  const [theirs] = (await stripe.events.list({ type: 'charge.captured' })).data
  expect(theirs?.request).toEqual({ id: null, idempotency_key: null })
})

test('sends only the events that an endpoint wants, while it is enabled', async () => {
  const { stripe, double, endpoint, types, received } = await subscribed(['charge.succeeded'])
  await paid(stripe)
  await received(1)
  expect(types()).toEqual(['charge.succeeded'])
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  await paid(stripe)
  expect(double.deliveries.waiting()).toBe(0)
  await stripe.webhookEndpoints.update(endpoint.id, {
    disabled: false,
    enabled_events: ['payment_intent.created'],
  })
  await paid(stripe)
  await received(2)
  expect(types()).toEqual(['charge.succeeded', 'payment_intent.created'])
  await stripe.webhookEndpoints.del(endpoint.id)
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('refuses invalid endpoints', async () => {
  const { stripe } = await testDouble()
  const url = 'http://127.0.0.1:9/notices'
  expect((await errorOf(stripe.webhookEndpoints.create({ url: 'no url', enabled_events: every }))).code).toBe(
    'url_invalid',
  )
  const unknown = 'payment_intent.exploded' as StripeEventType
  expect((await errorOf(stripe.webhookEndpoints.create({ url, enabled_events: [unknown] }))).param).toBe(
    'enabled_events[0]',
  )
})

test('repeats notifications', async () => {
  const { stripe, double, types, received } = await subscribed(['charge.succeeded'])
  double.operate('notifications', { copies: 3 })
  await paid(stripe)
  await received(3)
  expect(types()).toEqual(['charge.succeeded', 'charge.succeeded', 'charge.succeeded'])
})

test('drops notifications, which stay in the list of events', async () => {
  const { stripe, double } = await subscribed()
  double.operate('notifications', { drop: 1 })
  await paid(stripe)
  expect(double.deliveries.waiting()).toBe(0)
  const { data } = await stripe.events.list({ delivery_success: false, types: ['charge.succeeded'] })
  expect(data).toHaveLength(1)
})

test('holds notifications, and sends them out of order', async () => {
  const { stripe, double, types, received } = await subscribed(['payment_intent.created', 'charge.succeeded'])
  double.operate('notifications', { hold: true })
  for (let count = 0; count < 6; count += 1) await paid(stripe)
  expect(types()).toEqual([])
  double.operate('release-notifications', {})
  await received(12)
  const inOrder = Array.from({ length: 6 }, () => ['payment_intent.created', 'charge.succeeded']).flat()
  expect(types().toSorted()).toEqual(inOrder.toSorted())
  expect(types()).not.toEqual(inOrder)
})

test('delays notifications', async () => {
  const { stripe, double, received } = await subscribed(['charge.succeeded'])
  double.operate('notifications', { delayMs: 150 })
  const began = performance.now()
  await paid(stripe)
  await received(1)
  expect(performance.now() - began).toBeGreaterThan(149)
})

test('signs wrongly or with an old time on request', async () => {
  const { stripe, double, listener, endpoint, received } = await subscribed(['charge.succeeded'])
  double.operate('notifications', { wrongSecret: true })
  await paid(stripe)
  await received(1)
  double.operate('notifications', { signedSecondsAgo: 600 })
  await paid(stripe)
  await received(2)
  for (const { body, signature } of listener.received)
    expect(() => stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '')).toThrow()
  const [, old] = listener.received
  expect(
    stripe.webhooks.constructEvent(old?.body ?? '', old?.signature ?? '', endpoint.secret ?? '', 700).type,
  ).toBe('charge.succeeded')
})

test('sends again what was not accepted', async () => {
  const { stripe, double, listener, types, received } = await subscribed(['charge.succeeded'])
  double.operate('notifications', { retryMs: 10 })
  listener.status = 500
  await paid(stripe)
  await received(1)
  listener.status = 200
  await received(2)
  expect(types()).toEqual(['charge.succeeded', 'charge.succeeded'])
  await expect.poll(() => double.deliveries.log.map(({ outcome }) => outcome)).toEqual([500, 200])
})

test('sends an event again', async () => {
  const { stripe, double, types, received } = await subscribed(['charge.succeeded'])
  await paid(stripe)
  await received(1)
  const [event] = (await stripe.events.list({ type: 'charge.*' })).data
  double.operate('resend', { event: event?.id ?? '' })
  await received(2)
  expect(types()).toEqual(['charge.succeeded', 'charge.succeeded'])
})

test('contacts no other machine', async () => {
  const { stripe, double } = await testDouble()
  await stripe.webhookEndpoints.create({ url: 'https://shop.example/notices', enabled_events: ['*'] })
  double.operate('notifications', { retries: 0 })
  await stripe.customers.create({})
  await expect.poll(() => double.deliveries.log).toMatchObject([{ outcome: 'not on this machine' }])
})

// @module-tag slow

import { describe, expect, test, vi } from 'vitest'
import { type StripeMerchant, stripeMerchant, stripeOf } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { newReference } from '../../core/id'
import type { Authorisation } from '../../model/card/service'
import { send, stripeClient } from './client'

const world = testWorld()

async function call({ service, merchant }: StripeMerchant, rest: Partial<Authorisation> = {}) {
  const made = await service.tokenise?.('pm_card_visa', { merchantId: merchant, now: new Date() })
  const token = made?.token ?? ''
  const source = { token }
  const money = { amount: 10_000n, currency: 'SEK' }
  return {
    merchantId: merchant,
    operation: newReference(),
    now: new Date(),
    ...money,
    source,
    token,
    ...rest,
  }
}

/** What stores a new card for an account. */
async function storing({ service, merchant }: StripeMerchant, account: string, card = 'pm_card_visa') {
  const made = await service.tokenise?.(card, { merchantId: merchant, now: new Date() })
  const token = made?.token ?? ''
  return { merchantId: merchant, operation: newReference(), now: new Date(), token, account }
}

const lookUp = ({ service }: StripeMerchant, given: Authorisation) =>
  service.find({ ...given, kind: 'authorise', sentAfter: new Date(Date.now() - 60_000) })

const creation = { method: 'POST', path: '^/v1/payment_intents$' } as const

describe('a payment at Stripe', () => {
  test('has metadata that people search for', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop, { order: 'abcdefghABCDEFGH', number: '2026-17' })
    await shop.service.authorize(given)
    expect(shop.double.books()).toMatchObject([
      {
        metadata: {
          operation: given.operation,
          order: 'abcdefghABCDEFGH',
          number: '2026-17',
          merchant: shop.merchant,
        },
      },
    ])
  })

  test('is sent with its operation as idempotency key', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    await shop.service.authorize(given)
    expect(shop.double.requests.filter(({ method }) => method === 'POST').at(-1)?.key).toBe(given.operation)
  })

  test('is sent again once if the connection breaks', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    shop.double.operate('fault', { ...creation, kind: 'lost-before', times: 2 })
    expect((await shop.service.authorize(given)).status).toBe('unknown')
    expect(shop.double.requests.filter(({ key }) => key === given.operation)).toHaveLength(2)
    expect((await shop.service.authorize(given)).status).toBe('done')
  })

  test('ends with the time for the call, even if that is not a whole number', async () => {
    const shop = await stripeMerchant(world, { timeoutMs: 3001 })
    const given = await call(shop)
    shop.double.operate('fault', { ...creation, kind: 'delay', ms: 100_000 })
    expect((await shop.service.authorize(given)).status).toBe('unknown')
  })

  test('is never sent after the time for the call is over', async () => {
    const session = { stripe: stripeClient('sk_test_none', undefined), deadline: Date.now() - 1 }
    const request = vi.fn<() => Promise<{ object: string }>>()
    await expect(send(session, 'payment_intent', request)).rejects.toThrow(
      'The time for a call to Stripe is over',
    )
    expect(request).not.toHaveBeenCalled()
  })

  test.each(['gateway', 'bare-404', 'error-before', 'cut'] as const)(
    'has an unknown outcome after %s, and is sent again',
    async (kind) => {
      const shop = await stripeMerchant(world)
      const given = await call(shop)
      shop.double.operate('fault', { ...creation, kind, times: 1 })
      expect((await shop.service.authorize(given)).status).toBe('unknown')
      expect(await shop.service.authorize(given)).toMatchObject({ status: 'done' })
      expect(shop.double.books()).toHaveLength(1)
    },
  )

  test.each(['gateway', 'bare-404', 'error-before', 'cut'] as const)(
    'needs a token, which %s does not create and which can be created then',
    async (kind) => {
      const shop = await stripeMerchant(world)
      shop.double.operate('fault', { method: 'GET', path: '^/v1/payment_methods/', kind, times: 1 })
      await expect(call(shop)).rejects.toMatchObject({ code: 'card-service.failed' })
      expect((await call(shop)).token).not.toBe('')
    },
  )

  test('is looked up if Stripe repeats a fault that hides its outcome', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    shop.double.operate('fault', { ...creation, kind: 'error-after', times: 1 })
    expect((await shop.service.authorize(given)).status).toBe('unknown')
    const found = await shop.service.authorize(given)
    expect(found).toMatchObject({ status: 'done', reference: shop.double.books()[0]?.intent })
    expect(shop.double.books()).toHaveLength(1)
  })

  test('finds its outcome even if Stripe repeats a fault, and so does storing a card', async () => {
    const shop = await stripeMerchant(world)
    const { token, merchantId, now } = await call(shop)
    const given = { merchantId, now, token, operation: newReference(), account: 'one' }
    shop.double.operate('fault', {
      method: 'POST',
      path: '^/v1/setup_intents$',
      kind: 'error-after',
      times: 1,
    })
    expect((await shop.service.store(given)).status).toBe('unknown')
    const stored = await shop.service.store(given)
    expect(stored).toMatchObject({ status: 'done', card: { last4: '4242' } })
    const intents = shop.double.state.setupIntents.newest().filter(({ status }) => status !== 'canceled')
    expect(intents).toHaveLength(1)
  })

  test('is unknown while Stripe temporarily refuses everything, and ends with its time limit', async () => {
    const timeoutMs = 3000
    const shop = await stripeMerchant(world, { timeoutMs })
    const given = await call(shop)
    shop.double.operate('fault', { ...creation, kind: 'rate-limit' })
    const begun = Date.now()
    // The cause is the last refusal, or that time was up while the last request waited for it.
    expect((await shop.service.authorize(given)).status).toBe('unknown')
    // A busy machine may need seconds more.
    expect(Date.now() - begun).toBeLessThan(timeoutMs + 5000)
    expect(shop.double.requests.length).toBeGreaterThan(1)
  })

  test('waits for an earlier request with its key', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    shop.double.operate('fault', { ...creation, kind: 'delay', ms: 600, times: 1 })
    const [first, second] = await Promise.all([shop.service.authorize(given), shop.service.authorize(given)])
    expect(first).toMatchObject({ status: 'done' })
    expect(second).toEqual(first)
    expect(shop.double.books()).toHaveLength(1)
  })

  test('is cancelled for both of two processes that cancel it at the same moment', async () => {
    const shop = await stripeMerchant(world)
    const { source: _source, token: _token, ...given } = await call(shop)
    const authorised = await shop.service.authorize(await call(shop))
    const authorisation = 'reference' in authorised ? authorised.reference : ''
    const cancel = () => shop.service.cancel({ ...given, authorisation })
    shop.double.operate('fault', { path: '/cancel$', kind: 'delay', ms: 200, times: 1 })
    const cancelled = { status: 'done', reference: authorisation }
    expect(await Promise.all([cancel(), cancel()])).toEqual([cancelled, cancelled])
    const sent = shop.double.requests.filter(({ path }) => path.endsWith('/cancel'))
    expect(sent.length).toBeGreaterThan(1)
  })

  test('fails, and does not use its token, if the key is revoked or there is no connection', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    const { service, merchant, double } = shop
    double.operate('revoke-key', { key: double.secretKey })
    expect((await service.authorize(given)).status).toBe('failed')
    const { token } = given
    expect(await service.describe(token, { merchantId: merchant, now: new Date() })).toBeDefined()
    expect(await lookUp(shop, given)).toMatchObject({ status: 'unknown' })
    const none = await stripeMerchant(world, { connected: false })
    const stored = { ...given, merchantId: none.merchant, source: { storedCard: 'cus_a/pm_a' } }
    expect((await none.service.authorize(stored)).status).toBe('failed')
    expect(await lookUp(none, stored)).toMatchObject({ status: 'unknown' })
  })

  test('has an unknown outcome if the key is revoked after its connection broke', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    const { service, double } = shop
    double.operate('fault', { ...creation, kind: 'lost-after', times: 1 })
    double.operate('fault', { ...creation, kind: 'rate-limit', times: 3 })
    const outcome = service.authorize(given)
    await expect.poll(() => double.books().length, { interval: 5 }).toBe(1)
    double.operate('revoke-key', { key: double.secretKey })
    expect((await outcome).status).toBe('unknown')
  })

  test('is found on any page, and is absent only if every page was read', async () => {
    const shop = await stripeMerchant(world)
    const given = await call(shop)
    await shop.service.authorize(given)
    for (let count = 0; count < 120; count++)
      shop.double.operate('pay', { amount: 1000, capture: false, metadata: { operation: newReference() } })
    expect(await lookUp(shop, given)).toMatchObject({ status: 'done' })
    shop.double.operate('fault', { ...creation, method: 'GET', kind: 'error-before', skip: 1, times: 1 })
    const absent = await call(shop)
    expect(await lookUp(shop, absent)).toMatchObject({ status: 'unknown' })
    expect(await lookUp(shop, absent)).toEqual({ status: 'absent' })
  })

  test('fails a capture that was accepted and failed later', async () => {
    const shop = await stripeMerchant(world, { settings: { captures: 'late-fails' } })
    const authorised = await shop.service.authorize(await call(shop))
    const authorisation = 'reference' in authorised ? authorised.reference : ''
    const { source: _source, token: _token, ...rest } = await call(shop)
    const given = { ...rest, authorisation }
    expect((await shop.service.capture(given)).status).toBe('accepted')
    shop.double.operate('advance', { seconds: 120 })
    const found = await shop.service.find({ ...given, kind: 'capture', sentAfter: new Date(0) })
    expect(found).toEqual({ status: 'declined', code: 'acquirer error' })
  })

  test('uses one customer for all cards of an account', async () => {
    const shop = await stripeMerchant(world)
    const store = async (account: string) => shop.service.store(await storing(shop, account))
    const stored = await Promise.all([store('one'), store('one'), store('two')])
    expect(stored.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    const { data } = await stripeOf(shop).customers.list()
    expect(data.map(({ metadata }) => metadata.account).sort()).toEqual(['one', 'two'])
  })

  test.each([
    [1, 'pm_card_visa', 'done'],
    [2, 'pm_card_visa', 'done'],
    [1, 'pm_card_threeDSecure2Required', 'verification required'],
  ])('stores cards although the customer was deleted, %i times: %s', async (deletions, card, status) => {
    const shop = await stripeMerchant(world)
    const { service } = shop
    await service.store(await storing(shop, 'one'))
    const { customers } = stripeOf(shop)
    const nameCustomers = async () => (await customers.list()).data.map(({ id }) => id)
    for (let count = 0; count < deletions; count++) {
      for (const id of await nameCustomers()) await customers.del(id)
      const both = [await storing(shop, 'one', card), await storing(shop, 'one', card)]
      const first = await Promise.all(both.map((given) => service.store(given)))
      expect(first.map((each) => each.status)).toEqual([status, status])
      expect(await Promise.all(both.map((given) => service.store(given)))).toEqual(first)
      expect(await nameCustomers()).toHaveLength(1)
    }
    expect(await service.store(await storing(shop, 'one'))).toMatchObject({
      status: 'done',
      reference: expect.stringContaining((await nameCustomers())[0] ?? 'none'),
    })
  })

  test('accepts only references of payment methods', async () => {
    const { service, merchant } = await stripeMerchant(world)
    const at = { merchantId: merchant, now: new Date() }
    for (const reference of ['pm_unknown', 'tok_visa', '../customers', ''])
      expect(await service.tokenise?.(reference, at)).toBeUndefined()
    const made = await service.tokenise?.('pm_card_visa', at)
    expect(made).toMatchObject({ scheme: 'visa', last4: '4242' })
    expect(made).not.toHaveProperty('iin')
  })
})

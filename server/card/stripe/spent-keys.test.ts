// @module-tag slow

import { expect, test } from 'vitest'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { hours, later, minutes } from '../../core/clock'
import { newReference } from '../../core/id'
import type { Authorisation, FollowUp } from '../../model/card/service'
import { keysOf } from './keys'

const world = testWorld()

/** Long enough ago for a second key. */
const firstSent = later(new Date(), -minutes(3))

async function authorisation(
  { service, merchant }: StripeMerchant,
  card = 'pm_card_visa',
): Promise<Authorisation> {
  const now = new Date()
  const made = await service.tokenise?.(card, { merchantId: merchant, now })
  const source = { token: made?.token ?? '' }
  return { merchantId: merchant, operation: newReference(), now, amount: 10_000n, currency: 'SEK', source }
}

/** Follows a payment of 100 SEK that was authorised, or charged. */
async function following(shop: StripeMerchant, { capture }: { capture: boolean }) {
  const call = await authorisation(shop)
  const paid = await shop.service.authorize({ ...call, capture })
  const reference = 'reference' in paid ? paid.reference : ''
  const { source: _source, ...rest } = call
  return (amount: bigint): FollowUp => ({
    ...{ ...rest, operation: newReference(), authorisation: reference, amount, firstSent },
  })
}

const fault = ({ double }: StripeMerchant, path: string, times: number) =>
  double.operate('fault', { method: 'POST', path, kind: 'error-instead', times })

const creation = '^/v1/payment_intents$'

test('a payment, a capture and a refund are made although Stripe repeats a fault', async () => {
  const shop = await stripeMerchant(world)
  const { service } = shop
  fault(shop, creation, 1)
  const call = { ...(await authorisation(shop)), firstSent }
  expect((await service.authorize(call)).status).toBe('unknown')
  const authorised = await service.authorize(call)
  expect(authorised.status).toBe('done')
  expect(await service.authorize(call)).toEqual(authorised)
  const capture = (await following(shop, { capture: false }))(3000n)
  fault(shop, '/capture$', 1)
  expect((await service.capture(capture)).status).toBe('unknown')
  expect((await service.capture(capture)).status).toBe('done')
  expect((await service.capture(capture)).status).toBe('done')
  const refund = (await following(shop, { capture: true }))(2000n)
  fault(shop, '^/v1/refunds$', 1)
  expect((await service.refund(refund)).status).toBe('unknown')
  const refunded = await service.refund(refund)
  expect(refunded.status).toBe('done')
  expect(await service.refund(refund)).toEqual(refunded)
  expect(shop.double.books()).toMatchObject([{ captured: 0 }, { captured: 3000 }, { refunded: 2000 }])
})

test('another key waits, because what was done in spite of a fault may appear late', async () => {
  const shop = await stripeMerchant(world)
  const { service, double } = shop
  const call = await authorisation(shop)
  const pay = async (age: number) => {
    const times = { sentAfter: later(new Date(), -hours(30)), firstSent: later(new Date(), -age) }
    return (await service.authorize({ ...call, ...times })).status
  }
  fault(shop, creation, 1)
  expect((await service.authorize(call)).status).toBe('unknown')
  expect((await service.authorize(call)).status).toBe('failed')
  expect(await pay(minutes(1))).toBe('failed')
  // The first is the repetition.
  fault(shop, creation, 2)
  expect(await pay(minutes(57))).toBe('unknown')
  // The next one would follow too soon.
  expect([await pay(minutes(57)), await pay(minutes(59)), double.books()]).toEqual(['failed', 'failed', []])
  expect(await pay(minutes(61))).toBe('done')
  expect(double.books()).toHaveLength(1)
})

test.each([
  [undefined, []],
  [minutes(1.9), []],
  [minutes(2.1), ['-2']],
  [minutes(57.9), ['-2']],
  [minutes(58.1), []],
  [minutes(60.1), ['-3']],
  [hours(6) - minutes(1), []],
  [hours(20), ['-4']],
])('the keys of an operation that was first sent %s ms ago', (age, further) => {
  const now = new Date()
  const call = { merchantId: 'm', operation: 'o', now, ...(age && { firstSent: later(now, -age) }) }
  expect(keysOf(call)).toEqual(['o', ...further.map((each) => `o${each}`)])
})

test('a capture is made although Stripe repeats its fault, and another capture came in between', async () => {
  const shop = await stripeMerchant(world)
  const { service, double } = shop
  const follow = await following(shop, { capture: false })
  const [first, second, rest] = [follow(3000n), follow(2000n), follow(5000n)]
  fault(shop, '/capture$', 1)
  expect((await service.capture(first)).status).toBe('unknown')
  expect((await service.capture(second)).status).toBe('done')
  for (const each of [first, second, first]) expect((await service.capture(each)).status).toBe('done')
  expect(double.books()).toMatchObject([{ captured: 5000, open: 5000 }])
  expect((await service.capture(rest)).status).toBe('done')
  expect(double.books()).toMatchObject([{ captured: 10_000, open: 0 }])
})

test('a payment that was approved is continued although naming its operation fails several times', async () => {
  const shop = await stripeMerchant(world)
  const { service, double } = shop
  const call = await authorisation(shop, 'pm_card_threeDSecure2Required')
  expect((await service.authorize(call)).status).toBe('verification required')
  double.operate('decide', { intent: double.books()[0]?.intent ?? '', approve: true })
  const again = { ...call, operation: newReference() }
  fault(shop, '^/v1/payment_intents/pi_[^/]+$', 3)
  const outcomes: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) outcomes.push((await service.authorize(again)).status)
  expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'done'])
  expect(double.books()).toMatchObject([{ open: 10_000, metadata: { operation: again.operation } }])
})

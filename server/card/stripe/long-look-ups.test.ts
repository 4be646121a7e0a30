// @module-tag slow

import { expect, test } from 'vitest'
import { many, pagesRead, plantPayments, seconds } from '@/test/stripe/many-payments'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { days, hours, later, minutes } from '../../core/clock'
import { newReference } from '../../core/id'
import type { Authorisation, SendingTimes } from '../../model/card/service'

const world = testWorld()
const timeoutMs = 1500
/** A page takes so long that all pages together need more than the time of a call. */
const slow = { method: 'GET', path: '^/v1/payment_intents$', kind: 'slow', ms: 65 } as const
const newMerchant = () => stripeMerchant(world, { timeoutMs })

async function call(
  { service, merchant: merchantId }: StripeMerchant,
  card = 'pm_card_visa',
): Promise<Authorisation> {
  const at = { merchantId, now: new Date() }
  const made = await service.tokenise?.(card, at)
  const money = { amount: 10_000n, currency: 'SEK' }
  return { ...at, ...money, operation: newReference(), source: { token: made?.token ?? '' } }
}

const lookUp = (
  { service }: StripeMerchant,
  given: Authorisation,
  { patient = false, ...times }: SendingTimes & { patient?: boolean },
) => service.find({ ...given, kind: 'authorise', ...times, background: true, patient })

/** Pays, at a time as far as Stripe's list shows. */
async function payAt(shop: StripeMerchant, time: Date): Promise<Authorisation> {
  const given = await call(shop)
  await shop.service.authorize(given)
  const [intent] = shop.double.state.paymentIntents.newest()
  if (intent) intent.created = seconds(time)
  return given
}

test('a patient look-up reads as many pages as there are, and another one as many as its time allows', async () => {
  const shop = await newMerchant()
  const sentAfter = later(new Date(), -hours(12))
  const late = await payAt(shop, later(sentAfter, hours(2)))
  plantPayments(shop.double, new Date())
  shop.double.operate('fault', slow)
  const absent = await call(shop)
  expect(await lookUp(shop, absent, { sentAfter, patient: true })).toEqual({ status: 'absent' })
  // The first page is that of the time in which the operation was sent.
  expect(pagesRead(shop.double)).toBe(1 + Math.ceil((many + 1) / 100))
  expect(await lookUp(shop, absent, { sentAfter })).toMatchObject({ status: 'unknown' })
  expect(await lookUp(shop, late, { sentAfter, patient: true })).toMatchObject({ status: 'done' })
})

test('a patient look-up gives up at once if Stripe is unavailable, and continues if a later page fails', async () => {
  const shop = await newMerchant()
  plantPayments(shop.double, new Date(), 150)
  const fault = { ...slow, kind: 'error-before', times: 1 } as const
  const times = { sentAfter: later(new Date(), -minutes(10)), patient: true }
  const absent = await call(shop)
  shop.double.operate('fault', fault)
  expect(await lookUp(shop, absent, times)).toMatchObject({ status: 'unknown' })
  expect(pagesRead(shop.double)).toBe(1)
  shop.double.operate('fault', { ...fault, skip: 1 })
  expect(await lookUp(shop, absent, times)).toEqual({ status: 'absent' })
  expect(pagesRead(shop.double)).toBe(1 + 3)
})

test('a payment that was created soon is found on the first page, however many followed', async () => {
  const shop = await newMerchant()
  const sentAfter = later(new Date(), -hours(12))
  const given = await payAt(shop, later(sentAfter, minutes(1)))
  plantPayments(shop.double, new Date())
  expect(await lookUp(shop, given, { sentAfter })).toMatchObject({ status: 'done' })
  expect(pagesRead(shop.double)).toBe(1)
})

test('a look-up ends when nothing of its operation can have been sent any more', async () => {
  const shop = await newMerchant()
  const sentAfter = later(new Date(), -days(3))
  plantPayments(shop.double, new Date())
  const times = { sentAfter, sentBefore: later(sentAfter, days(1)) }
  expect(await lookUp(shop, await call(shop), times)).toEqual({ status: 'absent' })
  expect(pagesRead(shop.double)).toBe(2)
  const late = await payAt(shop, later(sentAfter, hours(23)))
  expect(await lookUp(shop, late, times)).toMatchObject({ status: 'done' })
})

test('a card to store is looked up among the setup intents of its card', async () => {
  const shop = await newMerchant()
  const { service, merchant, double } = shop
  const { source, ...rest } = await call(shop, 'pm_card_threeDSecure2Required')
  const token = 'token' in source ? source.token : ''
  const given = { ...rest, token, account: 'one' }
  const fault = { method: 'POST', path: '^/v1/setup_intents$', kind: 'error-after', times: 1 } as const
  double.operate('fault', fault)
  expect((await service.store(given)).status).toBe('unknown')
  const { setupIntents } = double.state
  const [own] = setupIntents.newest()
  if (!own) expect.fail('no setup intent')
  for (let count = 0; count < many; count++)
    setupIntents.add({ ...own, id: double.state.id('seti_1'), payment_method: 'pm_other', metadata: {} })
  expect(await service.store(given)).toMatchObject({ status: 'verification required' })
  const sentAfter = later(new Date(), -hours(1))
  const lookup = { ...rest, kind: 'store', token, sentAfter } as const
  expect(await service.find(lookup)).toEqual({ status: 'accepted', reference: own.id })
  expect(await service.find({ ...lookup, merchantId: merchant, operation: newReference() })).toEqual({
    status: 'absent',
  })
  expect(pagesRead(double, '/v1/setup_intents')).toBe(3)
})

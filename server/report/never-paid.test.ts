import { expect, test } from 'vitest'
import { declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import { listEvents } from '../order/list-events'
import { sumEvents } from '../order/sum-events'
import { adoptChanges } from '../payment/adopt-changes'
import { homeReport } from './home'

const world = testWorld()

/**
 * Returns the outcomes of failed payments (May to July by default), and checks that Home and the lists it links to agree.
 */
async function outcomes(shop: TestMerchant, days = { first: '2027-05-01', last: '2027-07-31' }) {
  const context = await contextNow(world, shop)
  const { now } = await homeReport(context, { days })
  const listed = async (moved: 'recovered' | 'lost') => {
    const filters = { moved, start: days.first, end: days.last }
    const [sum = { count: 0, amount: 0n }] = await sumEvents(context, filters)
    const { rows } = await listEvents(context, { ...filters, least: 100, most: 100, limit: 10 })
    expect(rows.reduce((total, { amount }) => total + (amount ?? 0n), 0n)).toBe(sum.amount)
    return { count: sum.count, amount: sum.amount }
  }
  expect({ recovered: await listed('recovered'), lost: await listed('lost') }).toEqual({
    recovered: now.recovered,
    lost: now.lost,
  })
  return { recovered: now.recovered, lost: now.lost }
}

const none = { count: 0, amount: 0n }
const one = { count: 1, amount: 10_000n }

test('a failed payment is recovered by a charge, lost when it is given up, and neither while it is retried', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const paying = await payer(shop, declining)
  await subscribe(shop, paying)
  const other = await payer(shop, declining)
  await subscribe(shop, other)
  await move(shop, { to: '2027-05-03' })
  expect(await outcomes(shop)).toEqual({ recovered: none, lost: none })

  const card = await tokenFor(shop, visa)
  await call(shop.privateKey, 'POST', `/account/${paying.id}/method`, { type: 'token', card })
  expect(await outcomes(shop)).toEqual({ recovered: one, lost: none })

  await move(shop, { to: '2027-05-20' })
  expect(await outcomes(shop)).toEqual({ recovered: one, lost: one })

  // A recovered charge that the card service reverses later is not recovered after all.
  await reverseCharge(shop, paying)
  expect(await outcomes(shop)).toEqual({ recovered: { count: 2, amount: 0n }, lost: one })
})

test('a charge of a payment that had not failed is not recovered, nor is its reversal', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-03' })
  expect(await outcomes(shop)).toEqual({ recovered: none, lost: none })
  await reverseCharge(shop, account)
  expect(await outcomes(shop)).toEqual({ recovered: none, lost: none })
})

test('a payment that was given up stays lost when it is written off or fails again, until it is paid', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const [written, failing, paying] = [
    await payer(shop, declining),
    await payer(shop, declining),
    await payer(shop, declining),
  ]
  for (const account of [written, failing, paying]) await subscribe(shop, account, { end: '2027-05-01' })
  await move(shop, { to: '2027-05-20' })
  const [may, june] = [
    { first: '2027-05-01', last: '2027-05-31' },
    { first: '2027-06-01', last: '2027-06-30' },
  ]
  expect(await outcomes(shop, may)).toEqual({ recovered: none, lost: { count: 3, amount: 30_000n } })

  await move(shop, { to: '2027-06-10' })
  await writeOff(shop, written)
  await payNow(shop, failing, declining)
  await payNow(shop, paying, visa)
  expect(await outcomes(shop, may)).toEqual({ recovered: none, lost: { count: 2, amount: 20_000n } })
  expect(await outcomes(shop, june)).toEqual({ recovered: one, lost: none })
})

test('a payment that is written off while it is retried is lost from then on', async () => {
  const shop = await shopOn(world, '2027-05-30')
  const account = await payer(shop, declining)
  await subscribe(shop, account, { end: '2027-05-30' })
  await move(shop, { to: '2027-06-01' })
  await writeOff(shop, account)
  expect(await outcomes(shop, { first: '2027-05-01', last: '2027-05-31' })).toEqual({
    recovered: none,
    lost: none,
  })
  expect(await outcomes(shop, { first: '2027-06-01', last: '2027-06-30' })).toEqual({
    recovered: none,
    lost: one,
  })
})

/** Cancels the unpaid order of an account. */
async function writeOff(shop: TestMerchant, account: Account) {
  const [order] = await ordersOf(shop, account)
  const path = `/order/${order?.id}/event`
  expect((await call(shop.privateKey, 'POST', path, { type: 'cancel', reason: 'other' })).status).toBe(201)
}

/** Charges the unpaid order of an account to a new card. */
async function payNow(shop: TestMerchant, { id }: Account, pan: string) {
  const card = await tokenFor(shop, pan)
  await call(shop.privateKey, 'POST', `/account/${id}/method`, { type: 'token', card })
}

/** Records that the card service reversed the charge of an account's order. */
async function reverseCharge(shop: TestMerchant, account: Account) {
  const [order] = await ordersOf(shop, account)
  const { id, event } = order ?? expect.fail('no order')
  const operation = event.find(({ type }) => type === 'charge')?.reference ?? expect.fail('no charge')
  const undone = { type: 'undone', kind: 'charge', amount: 10_000n, operation } as const
  const { status } = await adoptChanges(await contextNow(world, shop), { orderId: id, changes: [undone] })
  expect(status).toBe('adopted')
}

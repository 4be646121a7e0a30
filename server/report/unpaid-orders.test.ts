import { expect, test } from 'vitest'
import { declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import { sumEvents } from '../order/sum-events'
import { adoptChanges } from '../payment/adopt-changes'
import { homeReport } from './home'

const world = testWorld()

/** What became of failed payments from May to July: by Home, and by the lists that its figures lead to. */
async function outcomes(shop: TestMerchant) {
  const context = await contextNow(world, shop)
  const { now } = await homeReport(context, { days: { first: '2027-05-01', last: '2027-07-31' } })
  const listed = async (moved: 'recovered' | 'lost') => {
    const [sum = { count: 0, amount: 0n }] = await sumEvents(context, { moved })
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

  // A recovered charge that the card service takes back later is not recovered after all.
  await takeBack(shop, paying)
  expect(await outcomes(shop)).toEqual({ recovered: { count: 2, amount: 0n }, lost: one })
})

test('a charge of a payment that had not failed is not recovered, nor is what takes it back', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-03' })
  expect(await outcomes(shop)).toEqual({ recovered: none, lost: none })
  await takeBack(shop, account)
  expect(await outcomes(shop)).toEqual({ recovered: none, lost: none })
})

/** Records that the card service took back the charge of an account's order. */
async function takeBack(shop: TestMerchant, account: Account) {
  const [order] = await ordersOf(shop, account)
  const { id, event } = order ?? expect.fail('no order')
  const operation = event.find(({ type }) => type === 'charge')?.reference ?? expect.fail('no charge')
  const undone = { type: 'undone', kind: 'charge', amount: 10_000n, operation } as const
  const { status } = await adoptChanges(await contextNow(world, shop), { orderId: id, changes: [undone] })
  expect(status).toBe('adopted')
}

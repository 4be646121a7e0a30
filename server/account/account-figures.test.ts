import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispute } from '@/db/schema'
import { declining } from '@/test/billing'
import { accountWith, call, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { testWorld } from '@/test/world'

const world = testWorld()

test('an account’s figures match its lists of attempts and movements', async () => {
  const shop = await world.newMerchant()
  const { account, attempt, event } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const { id } = await accountWith(shop, visa)
  const { id: other } = await accountWith(shop, visa, declining)
  const pay = async (payer: string, items: number, currency: string, ...events: object[]) => {
    const order = { items, currency, payment: { type: 'account', account: payer } }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
    for (const each of events) await call(shop.privateKey, 'POST', `/order/${body.id}/event`, each)
  }
  const refund = (items: number) => ({ type: 'refund', items })
  await pay(id, 100, 'SEK', { type: 'charge' }, refund(10), refund(20))
  await pay(id, 50, 'SEK', { type: 'charge', items: 40 }, refund(5))
  await pay(id, 20, 'EUR', { type: 'charge' })
  await pay(other, 30, 'SEK', { type: 'charge' }, refund(1))
  const { id: poor } = await accountWith(shop, declining)
  for (const items of [1, 2, 3]) await pay(poor, items, 'SEK')

  const net = await event.totals({ account: id, moved: 'net' })
  const refunded = await event.totals({ account: id, moved: 'refund' })
  expect(net).toMatchObject({ count: 6, isMore: false })
  const { sums } = await account.figures({ id })
  expect(new Map(net.sums.map(({ currency, amount }) => [currency, amount]))).toEqual(
    new Map(sums.map(({ currency, paid }) => [currency, paid])),
  )
  expect(sums).toMatchObject([
    { currency: 'SEK', paid: 10_500n, refunds: refunded.count },
    { currency: 'EUR', paid: 2000n, refunds: 0 },
  ])
  expect(refunded).toMatchObject({ count: 3, sums: [{ currency: 'SEK', amount: 3500n }] })
  const { events } = await event.list({ account: id, moved: 'refund' })
  expect(events.map(({ amount }) => amount)).toEqual([500n, 2000n, 1000n])

  // A refund that failed later does not count.
  await world.runtime.db.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, original, currency, amount, date)
    select merchant_id, order_id, sequence + 1, 'fail', 'refund', currency, amount, date from order_event
    where merchant_id = ${shop.merchant} and type = 'refund' and amount = 500`)
  const after = await account.figures({ id })
  expect(after.sums).toMatchObject([{ refunds: 2 }, { refunds: 0 }])

  const { failures } = await account.figures({ id: poor })
  expect(failures).toEqual({ count: 3, isMore: false })
  expect((await attempt.list({ account: poor })).attempts).toHaveLength(failures.count)
})

test('shows amounts lost to disputes beside what the customer paid', async () => {
  const shop = await world.newMerchant()
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  const [{ id }, { id: other }] = [await accountWith(shop, visa), await accountWith(shop, visa)]
  const lostOrder = async (account: string, amount: bigint) => {
    const order = { items: 100, currency: 'SEK', payment: { type: 'account', account } }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
    const at = world.clock.now()
    await world.runtime.db.insert(dispute).values({
      ...{
        merchantId: shop.merchant,
        service: 'stripe',
        id: body.id,
        authorisation: 'pi_1',
        orderId: body.id,
      },
      ...{
        amount,
        currency: 'SEK',
        reason: 'fraudulent',
        state: 'lost',
        isInquiry: false,
        opened: at,
        decided: at,
      },
    })
  }
  await lostOrder(id, 4_000n)
  await lostOrder(id, 500n)
  await lostOrder(other, 1n)
  const figures = await dashboard(world.runtime, viewer, shop.merchant).account.figures({ id })
  expect(figures.lostToDisputes).toEqual([{ currency: 'SEK', amount: 4_500n, count: 2 }])
})

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { dispute, payout, settlementEntry } from '@/db/schema'
import { intentOf } from '@/test/stripe/planted-differences'
import { chargedOrder, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { processNotices } from '../payment/process-notices'
import { collectAll } from './collect'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  shop = await stripeShop(world)
})

/** Collects everything, and returns the errors at the merchant: earlier tests' merchants have lost their double. */
async function collect(): Promise<unknown[]> {
  const errors: unknown[] = []
  await collectAll(world.runtime, (error, { merchantId }) => {
    if (merchantId === shop.merchant) errors.push(error)
  })
  return errors
}

const stored = (table: typeof dispute | typeof payout | typeof settlementEntry) =>
  world.runtime.db.select().from(table).where(eq(table.merchantId, shop.merchant))

test.each(['ang', 'std'])(
  'another system’s payment in %s, a currency that Kassa does not have, is left out and delays nothing',
  async (currency) => {
    const { double } = shop
    double.operate('pay', { amount: 5_000, currency })
    const foreign = double.state.paymentIntents.newest()[0]?.id ?? expect.fail('There is no payment')
    double.operate('payout', { currency })
    double.operate('dispute', { intent: foreign, amount: 1_000 })
    const order = await chargedOrder(shop)
    const paid = double.operate('payout', {})
    const { id } = double.operate('dispute', { intent: intentOf(double, order), amount: 2_000 })
    const delivered = (type: string) => double.deliveries.log.filter((each) => each.type === type).length
    await expect.poll(() => delivered('charge.dispute.funds_withdrawn')).toBe(2)
    await expect.poll(() => delivered('payout.reconciliation_completed')).toBe(2)
    await processNotices(world.runtime, (error, { merchantId }) =>
      merchantId === shop.merchant ? expect.fail(String(error)) : undefined,
    )
    for (const errors of [[], await collect()]) {
      expect(errors).toEqual([])
      expect(await stored(dispute)).toMatchObject([{ id, orderId: order.id }])
      expect(await stored(payout)).toMatchObject([{ id: paid?.id, isComplete: true }])
      const entries = await stored(settlementEntry)
      expect(entries.map(({ amount, currency: code }) => [amount, code]).sort()).toEqual([
        [-2_000n, 'SEK'],
        [10_000n, 'SEK'],
      ])
    }
  },
)

test('an outage of the list of movements delays neither payouts nor disputes', async () => {
  const { double } = shop
  const order = await chargedOrder(shop)
  double.operate('payout', {})
  double.operate('dispute', { intent: intentOf(double, order), amount: 2_000 })
  double.operate('fault', { kind: 'error-before', path: '^/v1/balance_transactions$' })
  expect(await collect()).toHaveLength(2)
  expect(await stored(settlementEntry)).toEqual([])
  expect(await stored(payout)).toMatchObject([{ isComplete: false }])
  expect(await stored(dispute)).toMatchObject([{ orderId: order.id }])
  double.operate('clear-faults', {})
  expect(await collect()).toEqual([])
  expect(await stored(payout)).toMatchObject([{ isComplete: true }])
})

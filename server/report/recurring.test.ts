// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subscriptionMovement } from '@/db/schema'
import { declining, move, payer, shopOn, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { startOfDay } from '../core/clock'
import { inTransaction } from '../core/context'
import { groupBy } from '../core/group-by'
import { addDays, dayOf } from '../model/calendar'
import { daysOf } from '../model/period'
import { sumAgainFrom } from '../store/summed-days'
import { homeReport } from './home'
import { listMovements, totalMovements } from './movements'
import { recurringOf } from './recurring'
import { type Span, spansOf } from './spans'
import { subscriptionRevenueOf } from './subscriptions'
import { sumDays } from './sum-days'

const world = testWorld()

const change = (shop: TestMerchant, account: string, id: string, terms: object) =>
  call(shop.privateKey, 'PATCH', `/account/${account}/subscription/${id}`, terms)

const end = (shop: TestMerchant, account: string, id: string) =>
  call(shop.privateKey, 'DELETE', `/account/${account}/subscription/${id}`)

const kindsOf = async (shop: TestMerchant) =>
  (await listMovements(shop.context, { limit: 100 })).rows
    .reverse()
    .map(({ kind, monthly, currency, date }) => [kind, monthly, currency, dayOf(date, 'Europe/Stockholm')])

/** Why subscriptions were lost, the oldest first. */
const lossesOf = async (shop: TestMerchant) =>
  (await listMovements(shop.context, { limit: 100 })).rows.reverse().flatMap(({ why }) => why ?? [])

/** The sum of all movements, which must be what the subscriptions bring in. */
async function expectToAddUp(shop: TestMerchant) {
  const context = await contextNow(world, shop)
  const sums = await totalMovements(context, {})
  const notNothing = (all: { currency: string; amount: bigint }[]) =>
    all.flatMap(({ currency, amount }) => (amount === 0n ? [] : [[currency, amount]])).sort()
  expect(notNothing(sums)).toEqual(notNothing(await subscriptionRevenueOf(context)))
}

test('movements follow a subscription through its life, by the clock of the merchant', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  await move(shop, { to: '2027-03-10' })
  await change(shop, account.id, id, { items: 150 })
  await change(shop, account.id, id, { number: 'S-1', end: null })
  await move(shop, { to: '2027-03-20' })
  await change(shop, account.id, id, { schedule: 'quarterly' })
  await change(shop, account.id, id, { currency: 'EUR' })
  // The period is paid until the end of May, so the subscription is lost then.
  await change(shop, account.id, id, { end: '2027-05-31' })
  await move(shop, { to: '2027-06-02' })
  expect(await kindsOf(shop)).toEqual([
    ['new', 10_000n, 'SEK', '2027-03-01'],
    ['expansion', 5000n, 'SEK', '2027-03-10'],
    ['contraction', -10_000n, 'SEK', '2027-03-20'],
    ['lost', -5000n, 'SEK', '2027-03-20'],
    ['new', 5000n, 'EUR', '2027-03-20'],
    ['lost', -5000n, 'EUR', '2027-05-31'],
  ])
  expect(await lossesOf(shop)).toEqual(['currency', 'term'])
  await expectToAddUp(shop)
})

test('a subscription that is ended today is lost because of who ended it', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, visa)
  const today = await subscribe(shop, account)
  const changed = await subscribe(shop, account)
  const left = await subscribe(shop, account)
  const agreed = await subscribe(shop, account, { end: '2027-03-03' })
  await move(shop, { to: '2027-03-02' })
  await end(shop, account.id, today.id)
  await change(shop, account.id, changed.id, { end: '2027-03-02' })
  const key = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  await call(key.body.key, 'DELETE', `/account/me/subscription/${left.id}`)
  await move(shop, { to: '2027-03-04' })
  // Changes of what has ended do not change who ended it.
  await change(shop, account.id, left.id, { end: '2027-03-01' })
  await end(shop, account.id, left.id)
  const whyOf = new Map(
    (await listMovements(shop.context, { kind: 'lost', limit: 10 })).rows.map((row) => [
      row.subscriptionId,
      row.why,
    ]),
  )
  expect([today, changed, left, agreed].map(({ id }) => whyOf.get(id))).toEqual([
    'merchant',
    'merchant',
    'customer',
    'term',
  ])
})

test('subscriptions of a suspended account are lost, and recovered when it pays', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  const other = await payer(shop, visa)
  await subscribe(shop, other, { items: 20 })
  await move(shop, { to: '2027-03-10' })
  await expectToAddUp(shop)
  expect(await lossesOf(shop)).toEqual(['payments failed'])
  const card = await tokenFor(shop, visa)
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  const { body } = await call<{ id: string; status: object }[]>(
    shop.privateKey,
    'GET',
    `/account/${account.id}/order`,
  )
  for (const order of body)
    await call(shop.privateKey, 'POST', `/order/${order.id}/event`, { type: 'charge' })
  expect(await kindsOf(shop)).toEqual([
    ['new', 10_000n, 'SEK', '2027-03-01'],
    ['new', 2000n, 'SEK', '2027-03-01'],
    ['lost', -10_000n, 'SEK', '2027-03-08'],
    ['recovered', 10_000n, 'SEK', '2027-03-10'],
  ])
  expect(await lossesOf(shop)).toEqual(['payments failed'])
  await expectToAddUp(shop)
  const context = await contextNow(world, shop)
  const { now, before } = await homeReport(context, {
    days: daysOf('2027-03-05..2027-03-09', '2027-03-10') ?? expect.fail(),
  })
  expect(now.recurring).toMatchObject({
    opening: 12_000n,
    closing: 2000n,
    customers: { opening: 2, lost: 1 },
  })
  expect(now.recurring.parts).toEqual([12_000n, 12_000n, 12_000n, 2000n, 2000n])
  expect(before.recurring).toMatchObject({
    opening: 0n,
    closing: 12_000n,
    customers: { opening: 0, lost: 0 },
  })
})

test('after any changes, movements add up to what subscriptions bring in', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const seed = Date.now() % 100_000
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const any = <T>(values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0]
  const schedules = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
  const accounts = await Promise.all([visa, visa, declining].map((pan) => payer(shop, pan)))
  const made: { account: string; id: string }[] = []
  let day = '2027-01-01'
  for (let step = 0; step < 40; step++) {
    const account = accounts[random(accounts.length)] ?? expect.fail()
    const terms = {
      items: (random(30_000) + 1) / 100,
      schedule: any(schedules),
      currency: any(['SEK', 'EUR']),
    }
    const known = made[random(made.length)]
    const action = random(6)
    if (!known || made.length < 4 || action < 2) {
      made.push({ account: account.id, id: (await subscribe(shop, account, terms)).id })
    } else if (action === 2) await change(shop, known.account, known.id, terms)
    else if (action === 3) await change(shop, known.account, known.id, { end: addDays(day, random(9)) })
    else if (action === 4 && random(3) === 0) await end(shop, known.account, known.id)
    else {
      day = addDays(day, 1 + random(3))
      await move(shop, { to: day })
    }
  }
  await expectToAddUp(shop)
  const rows = await world.runtime.db
    .select()
    .from(subscriptionMovement)
    .where(eq(subscriptionMovement.merchantId, shop.merchant))
    .orderBy(subscriptionMovement.date)
  expect(rows.every(({ monthly }) => monthly !== 0n)).toBe(true)
  // What a period opens with, and all that moved in it, is what it closes with.
  // At one moment: the period before the current one ends at its time of day.
  const { clock, ...others } = await contextNow(world, shop)
  const at = clock.now()
  const context = { ...others, clock: { now: () => at } }
  const days = { first: '2027-01-03', last: '2027-01-09' }
  const { now } = await homeReport(context, { days })
  const moved = Object.values(now.recurring.kinds).reduce((sum, { amount }) => sum + amount, 0n)
  expect(now.recurring.opening + moved).toBe(now.recurring.closing)
  // Figures are the same whether days are summed or not, and customers are those of a recount.
  const figures = () =>
    Promise.all(
      ['2027-01-01..2027-01-02', '2027-01-03..2027-01-09', '2027-01-05..2027-01-05', '30d', 'today'].map(
        async (period) => {
          const spans = spansOf(context, daysOf(period, day) ?? expect.fail('no such period'))
          const found = await Promise.all([spans.now, spans.before].map((span) => recurringOf(context, span)))
          for (const [place, span] of [spans.now, spans.before].entries()) {
            const counted = [...(found[place] ?? [])].map(([code, { customers }]) => [code, customers])
            expect(Object.fromEntries(counted), `seed ${seed}, ${period}`).toMatchObject(
              recounted(rows, span),
            )
          }
          const { first: start, last: end } = spans.now
          const totals = await Promise.all(
            ([undefined, 'new', 'less', 'churn'] as const).map((kind) =>
              totalMovements(context, { start, end, kind, ...(kind === 'new' && { currency: 'EUR' }) }),
            ),
          )
          const { rows: gone } = await listMovements(context, { start, end, kind: 'churn', limit: 10_000 })
          for (const code of new Set(rows.map(({ currency }) => currency))) {
            const lost = recounted(rows, spans.now)[code]?.lost ?? 0
            const accounts = gone.flatMap(({ currency, accountId }) => (currency === code ? accountId : []))
            expect(new Set(accounts).size, `seed ${seed}, ${period}`).toBe(lost)
            const counted = totals.at(-1)?.find(({ currency }) => currency === code)?.count ?? 0
            expect(counted, `seed ${seed}, ${period}`).toBe(lost)
          }
          return { found, totals }
        },
      ),
    )
  const unsummed = await figures()
  await sumDays({ ...context, clock: { now: () => startOfDay('2027-01-05', 'Europe/Stockholm') } })
  expect(await figures(), `seed ${seed}`).toEqual(unsummed)
  await sumDays(context)
  expect(await figures(), `seed ${seed}`).toEqual(unsummed)
  // Sums that were discarded are still stored, and not counted.
  const middle = startOfDay('2027-01-05', 'Europe/Stockholm')
  await inTransaction(context, (inside) => sumAgainFrom(inside, middle))
  expect(await figures(), `seed ${seed}`).toEqual(unsummed)
})

/** Counts customers from all movements: those with subscriptions at the start of a span, and those of them without at its end. */
function recounted(rows: (typeof subscriptionMovement.$inferSelect)[], { from, until }: Span) {
  const counts: Record<string, { opening: number; lost: number }> = {}
  for (const of of groupBy(rows, ({ accountId, currency }) => `${accountId} ${currency}`).values()) {
    const before = (instant: Date) => of.filter(({ date }) => date < instant)
    const revenueAt = (instant: Date) => before(instant).reduce((sum, { monthly }) => sum + monthly, 0n)
    const code = of[0]?.currency ?? expect.fail()
    if (before(until).length === 0) continue
    const count = counts[code] ?? { opening: 0, lost: 0 }
    counts[code] = count
    if (revenueAt(from) === 0n) continue
    count.opening++
    if (revenueAt(until) === 0n) count.lost++
  }
  return counts
}

test('a movement is written with the change or not at all', async () => {
  const shop = await shopOn(world, '2027-03-01')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  const attempt = world.runtime.db.transaction(async (tx) => {
    await tx.execute(
      sql`update subscription set amount = 99 where merchant_id = ${shop.merchant} and id = ${id}`,
    )
    throw new Error('the process died')
  })
  await expect(attempt).rejects.toThrow('the process died')
  expect(await kindsOf(shop)).toHaveLength(1)
  await expectToAddUp(shop)
})

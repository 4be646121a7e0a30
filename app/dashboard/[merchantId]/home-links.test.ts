import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { merchant as merchants } from '@/db/schema'
import { later, startOfDay } from '@/server/core/clock'
import { instantSql } from '@/server/core/instants'
import { addDays, type Day } from '@/server/model/calendar'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import type { HomeFigures } from './home-data'
import { linksOf } from './home-links'

const world = testWorld()

// Days on which clocks change, in zones on both sides of the date line.
const zones = [
  { timeZone: 'Europe/Stockholm', day: '2026-10-25' },
  { timeZone: 'America/Los_Angeles', day: '2026-11-01' },
  { timeZone: 'Pacific/Auckland', day: '2026-09-27' },
] as const

/** A merchant in a time zone with charges, refunds and failures around both midnights of a day. */
async function busyShop(timeZone: string, day: Day) {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  await db.update(merchants).set({ timeZone }).where(eq(merchants.id, shop.merchant))
  const [first, next] = [startOfDay(day, timeZone), startOfDay(nextDay(day), timeZone)]
  for (const [place, at] of [later(first, -1), first, later(next, -1), next].entries()) {
    for (const currency of ['SEK', 'EUR']) {
      const { id } = await orderOf(shop, 10.01 + place, { currency })
      await post(shop, id, { type: 'charge', items: 7 + place })
      await post(shop, id, { type: 'refund', items: 1.5 })
      await moveTo(shop, id, at)
    }
  }
  // A charge of the day before that failed on the day.
  const { id } = await orderOf(shop, 500)
  await post(shop, id, { type: 'charge' })
  await moveTo(shop, id, later(first, -60_000))
  await db.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, original)
    select merchant_id, order_id, 3, 'fail', ${instantSql(first)}, amount, currency, 'charge'
    from order_event where merchant_id = ${shop.merchant} and order_id = ${id} and sequence = 2`)
  await db.execute(sql`
    insert into settlement_entry (merchant_id, service, id, kind, amount, fee, net, currency, date)
    select ${shop.merchant}, 'stripe', 'txn_' || n, case n when 3 then 'fee' else 'charge' end,
      case n when 3 then -70 else 1000 end, case n when 3 then 0 else 29 end, 0, 'SEK',
      case when n < 2 then ${instantSql(first)} else ${instantSql(later(next, -1))} end
    from generate_series(1, 3) n`)
  await failures(shop, first)
  await revenue(shop, first)
  return shop
}

const nextDay = (day: Day): Day => addDays(day, 1)

async function moveTo({ merchant }: TestMerchant, order: string, at: Date) {
  const { db } = world.runtime
  const date = instantSql(at)
  await db.execute(
    sql`update order_event set date = ${date} where merchant_id = ${merchant} and order_id = ${order}`,
  )
  await db.execute(
    sql`update "order" set created = ${date} where merchant_id = ${merchant} and id = ${order}`,
  )
}

/** A payment that was charged after a failure, and one that was given up, in the first moment of the day. */
async function failures(shop: TestMerchant, first: Date) {
  const { db } = world.runtime
  const [recovered, lost] = [await orderOf(shop, 40), await orderOf(shop, 60)]
  await post(shop, recovered.id, { type: 'charge' })
  for (const { id } of [recovered, lost]) await moveTo(shop, id, first)
  await db.execute(sql`
    update "order" set failed_on = created::date where merchant_id = ${shop.merchant} and id in (${recovered.id}, ${lost.id})`)
  await db.execute(sql`
    update order_event set recovers = true
    where merchant_id = ${shop.merchant} and order_id = ${recovered.id} and type = 'charge'`)
  await db.execute(sql`
    update "order" set ordered = 0, denied = 6000 where merchant_id = ${shop.merchant} and id = ${lost.id}`)
  await db.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, date, currency, original, recovers)
    select merchant_id, order_id, sequence + n, 'fail', date + (n - 2) * interval '1 millisecond', currency, 'charge',
      case n when 2 then false end
    from order_event, generate_series(1, 2) n
    where merchant_id = ${shop.merchant} and order_id = ${lost.id} and sequence = 1`)
}

/** Two customers whose subscriptions change around the first moment of the day. */
async function revenue(shop: TestMerchant, first: Date) {
  for (const price of [100, 33.33]) {
    const { id } = await accountWith(shop, visa)
    const terms = { items: price, currency: 'SEK', schedule: 'weekly' }
    const { body } = await call<{ id: string }[]>(
      shop.privateKey,
      'POST',
      `/account/${id}/subscription`,
      terms,
    )
    const path = `/account/${id}/subscription/${body[0]?.id}`
    await call(shop.privateKey, 'PATCH', path, { items: price + 10 })
    if (price === 100) await call(shop.privateKey, 'DELETE', path)
  }
  // New a moment before the day, and everything else on it.
  await world.runtime.db.execute(sql`
    update subscription_movement set date = ${instantSql(first)}
      - case kind when 'new' then interval '1 millisecond' else interval '0' end
    where merchant_id = ${shop.merchant}`)
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

const sumOf = (orders: { currency: string; amount: bigint }[]) => ({
  sums: [...new Set(orders.map(({ currency }) => currency))].map((currency) => ({
    currency,
    amount: total(orders.flatMap((order) => (order.currency === currency ? [order.amount] : []))),
  })),
})

/** Each figure of Home and its link. */
function figuresOf({ now, atRisk }: HomeFigures, links: ReturnType<typeof linksOf>) {
  const { kinds, opening, closing } = now.recurring
  return {
    net: [total(now.charged) - total(now.refunded), links.net],
    charged: [total(now.charged), links.charged],
    refunded: [total(now.refunded), links.refunded],
    fees: [total(now.fees), links.fees],
    recovered: [now.recovered.amount, links.recovered],
    lost: [now.lost.amount, links.lost],
    ordered: [total(now.ordered), links.orders],
    atRisk: [atRisk.amount, links.atRisk],
    opening: [opening, links.opening],
    closing: [closing, links.closing],
    new: [kinds.new.amount, links.new],
    expansion: [kinds.expansion.amount, links.expansion],
    contraction: [kinds.contraction.amount, links.contraction],
    lostRevenue: [kinds.lost.amount, links.lostRevenue],
    recoveredRevenue: [kinds.recovered.amount, links.recoveredRevenue],
    churned: [kinds.contraction.amount + kinds.lost.amount, links.churnedRevenue],
  } as const
}

test.each(zones)(
  'every figure of Home is the sum of the rows behind its link, in $timeZone',
  async ({ timeZone, day }) => {
    const shop = await busyShop(timeZone, day)
    const { report, event, order } = await dashboardAs(world.runtime, shop.merchant, 'viewer')

    /** Returns the sum of the list behind a link. */
    const sumBehind = async (link: string, currency: string): Promise<bigint> => {
      const { pathname, searchParams } = new URL(link, 'http://kassa.test')
      const filters = Object.fromEntries(searchParams) as object
      const read = {
        '/events': () => event.totals(filters),
        '/orders': async () => sumOf((await order.list(filters)).orders),
        '/payouts/fees': async () => (await report.fees(filters)).totals,
        '/subscriptions/movements': async () => (await report.movements(filters)).totals,
      }[pathname]
      const { sums } = (await read?.()) ?? expect.fail(`no list at ${pathname}`)
      const own = sums.filter((sum) => sum.currency === currency)
      expect(own.length, link).toBe(sums.length)
      return own[0]?.amount ?? 0n
    }

    for (const period of [`${day}..${day}`, day.slice(0, 7), '90d', `${day}..${nextDay(day)}`]) {
      for (const wanted of ['SEK', 'EUR']) {
        const found = await report.home({ period, currency: wanted })
        // One other than wanted in a period without it: the last 90 days move on, and the orders stay.
        const { currency } = found
        if (period !== '90d') expect(currency).toBe(wanted)
        const figures = figuresOf(found, linksOf('', found.now, currency))
        for (const [name, [figure, link]] of Object.entries(figures)) {
          expect(await sumBehind(link, currency), `${name} in ${currency}, ${period}: ${link}`).toBe(figure)
        }
      }
    }
    // Every kind of movement occurs.
    const { now } = await report.home({ period: `${day}..${day}`, currency: 'SEK' })
    expect(total(now.charged)).toBe(800n + 900n + 4000n - 50_000n)
    expect(now).toMatchObject({ recovered: { count: 1, amount: 4000n }, lost: { count: 1, amount: 6000n } })
    expect([now.refunded, now.fees].map(total)).toEqual([300n, 29n + 29n + 70n])
    const { customers, kinds, opening, closing } = now.recurring
    expect(customers).toEqual({ opening: 2, lost: 1 })
    expect(kinds.lost.amount).toBeLessThan(0n)
    expect(opening + total(Object.values(kinds).map(({ amount }) => amount))).toBe(closing)
    const { pathname, searchParams } = new URL(linksOf('', now, 'SEK').churnedCustomers, 'http://kassa.test')
    expect(pathname).toBe('/subscriptions/movements')
    expect((await report.movements(Object.fromEntries(searchParams) as object)).totals.count).toBe(1)
  },
)

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cardConnection, merchant as merchants, order } from '@/db/schema'
import { accountWith, call, orderOf } from '@/test/call'
import { stripeMerchant } from '@/test/stripe/merchant'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { days, hours, later } from '../core/clock'
import { listOrderBriefs } from '../order/list-orders'
import { filtersOf, OrderSearch } from '../order/search'
import { isOrder } from '../store/orders'
import { type Todo, todoOf } from './todo'

const world = testWorld()

async function todo(shop: TestMerchant, ahead = 0): Promise<Todo> {
  const context = await contextNow(world, shop)
  const now = later(context.clock.now(), ahead)
  return todoOf({ ...context, clock: { now: () => now } })
}

const company = {
  legalName: 'Shop AB',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  organisationNumber: '556012-3456',
  vatNumber: 'SE556012345601',
}

const complete = ({ merchant }: TestMerchant) =>
  world.runtime.db
    .update(merchants)
    .set({ company, branding: { supportEmail: 'help@example.com' } })
    .where(eq(merchants.id, merchant))

test('a merchant that is fully set up has nothing to do', async () => {
  const shop = await world.newMerchant()
  expect((await todo(shop)).items.map(({ kind }) => kind)).toEqual(['company', 'support address'])
  await complete(shop)
  expect((await todo(shop)).items).toEqual([])
})

test('a live merchant needs a card service that is connected', async () => {
  const shop = await world.newMerchant('live')
  await complete(shop)
  expect((await todo(shop)).items).toEqual([{ kind: 'card service', isConnected: false }])
})

test('keys that are refused, and a comparison of the books that failed, need attention', async () => {
  const shop = await stripeMerchant(world)
  const { db } = world.runtime
  await complete(shop)
  await db.update(merchants).set({ cardService: 'stripe' }).where(eq(merchants.id, shop.merchant))
  expect((await todo(shop)).items).toEqual([])
  await db
    .update(cardConnection)
    .set({ refusal: { problem: 'key not valid' } })
    .where(eq(cardConnection.merchantId, shop.merchant))
  await db.execute(sql`
    insert into reconciliation (merchant_id, id, cause, range_from, started, finished, error)
    select ${shop.merchant}, 'r' || n, 'daily', now(), now() - n * interval '1 day', now() - n * interval '1 day',
      case n when 2 then 'Invalid API key' end
    from generate_series(1, 2) n`)
  expect((await todo(shop)).items).toEqual([{ kind: 'card service', isConnected: true }])
  await db.execute(
    sql`update reconciliation set error = 'Invalid API key' where merchant_id = ${shop.merchant}`,
  )
  expect((await todo(shop)).items).toEqual([
    { kind: 'comparison' },
    { kind: 'card service', isConnected: true },
  ])
})

test('counts what needs attention, of this merchant only', async () => {
  const shop = await world.newMerchant()
  const other = await world.newMerchant()
  for (const each of [shop, other]) await complete(each)
  const { id } = await accountWith(shop, '4000000000000341')
  const terms = { items: 49.9, currency: 'SEK', schedule: 'monthly' }
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
  const { db } = world.runtime
  await db.execute(sql`
    insert into dispute (merchant_id, service, id, authorisation, amount, currency, reason, state, is_inquiry, opened, due)
    select ${shop.merchant}, 'stripe', 'dp_' || n, 'ch', 100, 'SEK', 'fraud',
      case n when 3 then 'won' else 'needs response' end, false, now(), '2027-01-01'::timestamptz + n * interval '1 day'
    from generate_series(1, 3) n`)
  await db.execute(sql`
    insert into difference (merchant_id, service, key, kind, state, details, adoptable, found, changed)
    select ${shop.merchant}, 'stripe', 'k' || n, 'amount', case n when 1 then 'gone' else 'open' end, '{}', false, now(), now()
    from generate_series(1, 3) n`)
  await db.execute(sql`
    insert into callback_delivery (merchant_id, id, url, type, subject, payload, status, attempts, created)
    select ${shop.merchant}, 'd' || n, 'https://shop.example/' || n % 2, 'order.created', 's', '{}',
      'waiting', case n when 4 then 0 else 2 end, now()
    from generate_series(1, 4) n`)
  expect((await todo(shop)).items).toEqual([
    { kind: 'disputes', count: 2, due: new Date('2027-01-02T00:00:00.000Z') },
    { kind: 'payments', count: 1, amounts: [{ currency: 'SEK', count: 1, amount: 4990n }] },
    { kind: 'differences', count: 2 },
    { kind: 'callbacks', count: 2 },
  ])
  expect((await todo(other)).items).toEqual([])
  // What is still owed after the last attempt.
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 40 } })
  expect((await todo(shop)).items[1]).toEqual({
    ...{ kind: 'given up', count: 1, amounts: [{ currency: 'SEK', count: 1, amount: 4990n }] },
  })
})

test('mail that cannot be sent for minutes needs attention, unlike one that waits for its next attempt', async () => {
  const [shop, other] = [await world.newMerchant(), await world.newMerchant()]
  await complete(shop)
  await world.runtime.db.execute(sql`
    insert into mail (merchant_id, id, account_id, template, "to", data, status, attempts, error, created)
    select ${shop.merchant}, gen_random_uuid(), 'a', 'receipt', 'jane@example.com', '{}', 'waiting', n, 'Refused', now()
    from generate_series(0, 3) n`)
  const stuck = async (merchant: TestMerchant) =>
    (await todo(merchant)).items.some(({ kind }) => kind === 'mail')
  expect(await stuck(shop)).toBe(false)
  await world.runtime.db.execute(sql`update mail set attempts = attempts + 1`)
  expect(await stuck(shop)).toBe(true)
  expect(await stuck(other)).toBe(false)
})

test('counts authorisations that expire within a day and can still be charged', async () => {
  const shop = await world.newMerchant()
  await complete(shop)
  const inHours = async (orderId: string, count: number) =>
    world.runtime.db
      .update(order)
      .set({ authorisedUntil: later(new Date(), hours(count)) })
      .where(isOrder(shop.merchant, orderId))
  const [soon, notYet, gone] = await Promise.all([10, 20, 30].map((amount) => orderOf(shop, amount)))
  await inHours(soon?.id ?? '', 23)
  await inHours(notYet?.id ?? '', 72)
  await inHours(gone?.id ?? '', -1)
  const item = { kind: 'authorisations', count: 1, amounts: [{ currency: 'SEK', count: 1, amount: 1000n }] }
  expect((await todo(shop)).items).toEqual([item])
  // The card service knows nothing of the clock of a test merchant.
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 2 } })
  expect((await todo(shop)).items).toEqual([item])
  const found = await listOrderBriefs(shop.context, {
    ...filtersOf(await contextNow(world, shop), OrderSearch.parse({ expiring: 'yes' })),
    limit: 10,
  })
  expect(found.rows.map(({ id }) => id)).toEqual([soon?.id])
  await call(shop.privateKey, 'POST', `/order/${soon?.id}/event`, { type: 'charge' })
  expect((await todo(shop)).items).toEqual([])
})

test('the first steps show what is done, until all are or the merchant has had orders for a week', async () => {
  const shop = await world.newMerchant()
  expect((await todo(shop, days(30))).steps).toEqual({
    key: true,
    order: false,
    callback: false,
    link: false,
  })
  await orderOf(shop, 10)
  expect((await todo(shop)).steps).toEqual({ key: true, order: true, callback: false, link: false })
  expect((await todo(shop, days(8))).steps).toBeUndefined()
  const account = await accountWith(shop)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, customer)
  await call(shop.privateKey, 'POST', `/account/${account.id}/link`, {})
  expect((await todo(shop)).steps).toEqual({ key: true, order: true, callback: false, link: true })
  await world.runtime.db
    .update(merchants)
    .set({ callbacks: ['https://shop.example/callbacks'] })
    .where(eq(merchants.id, shop.merchant))
  expect((await todo(shop)).steps).toBeUndefined()
})

test('a payout that failed is to be looked into until a later one in its currency is paid', async () => {
  const shop = await world.newMerchant()
  await complete(shop)
  const paidOut = (day: number, state: string, currency = 'SEK') =>
    world.runtime.db.execute(sql`
      insert into payout (merchant_id, service, id, amount, currency, state, created, arrives, is_complete)
      values (${shop.merchant}, 'stripe', ${`po_${day}`}, 100, ${currency}, ${state},
        now() - make_interval(days => ${7 - day}::int), now(), true)`)
  await paidOut(1, 'failed')
  await paidOut(2, 'on its way')
  await paidOut(3, 'paid', 'EUR')
  expect((await todo(shop)).items).toEqual([{ kind: 'failed payouts', count: 1 }])
  await paidOut(4, 'paid')
  expect((await todo(shop)).items).toEqual([])
})

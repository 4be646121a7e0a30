import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountWith, call, visa } from '@/test/call'
import { type dashboard, dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { exportAccounts } from '../account/export-accounts'
import { addDays, dayOf } from '../model/calendar'
import { endSubscription } from '../subscription/end-subscription'
import { exportSubscriptions } from '../subscription/export-subscriptions'

const world = testWorld()
let shop: TestMerchant
let as: ReturnType<typeof dashboard>
let other: ReturnType<typeof dashboard>
const ids = { plain: '', hostile: '', tagged: '' }
const hostileName = '100% _"\'\\ <b>=cmd</b> ‮evil'
const today = () => dayOf(world.clock.now(), 'Europe/Stockholm')

beforeAll(async () => {
  shop = await world.newMerchant()
  const stranger = await world.newMerchant()
  const member = (of: TestMerchant) => dashboardAs(world.runtime, of.merchant, 'viewer')
  as = await member(shop)
  other = await member(stranger)
  ids.plain = (await accountWith(shop, visa)).id
  ids.hostile = (await accountWith(shop)).id
  ids.tagged = (await accountWith(shop, visa)).id
  const { db } = world.runtime
  const change = (id: string, set: ReturnType<typeof sql>) =>
    db.execute(sql`update account set ${set} where merchant_id = ${shop.merchant} and id = ${id}`)
  await change(
    ids.plain,
    sql`number = 'K-77', customer = '{"name":"Ada Lovelace","email":"ada@example.com"}'`,
  )
  await change(ids.hostile, sql`customer = ${JSON.stringify({ name: hostileName })}::jsonb, language = 'sv'`)
  await change(
    ids.tagged,
    sql`tags = '{wholesale,"Kommt aus Köln"}', metadata = '{"Shop":"Berlin Mitte"}', created = '2020-02-02T12:00:00Z'`,
  )
  await db.execute(
    sql`update method set expires = '[1, 20]' where merchant_id = ${shop.merchant} and account_id = ${ids.tagged}`,
  )
  for (const [account, schedule, price, number] of [
    [ids.plain, 'monthly', 100, 'S-2026-0042'],
    [ids.plain, 'yearly', 120, 'S-2026-0043'],
    [ids.tagged, 'weekly', 10, 'X-1'],
  ] as const) {
    const items = { name: `Box ${schedule} 5" disc`, price, vat: 0, quantity: 1 }
    await call(shop.privateKey, 'POST', `/account/${account}/subscription`, {
      ...{ items, currency: 'SEK', schedule, number, start: addDays(today(), 10) },
    })
  }
})

const accounts = async (query: Parameters<typeof as.account.list>[0]) =>
  (await as.account.list(query)).accounts.map(({ id }) => id)

test.each([
  [{ search: 'lovelace' }, ['plain']],
  [{ search: 'ADA@' }, ['plain']],
  [{ search: 'k-77' }, ['plain']],
  [{ search: '•••• 1111' }, ['plain', 'tagged']],
  [{ search: 'wholesale' }, ['tagged']],
  [{ search: 'WholeSale' }, ['tagged']],
  [{ search: 'kommt AUS kÖLN' }, ['tagged']],
  [{ search: 'shop:berlin' }, ['tagged']],
  [{ search: 'mitte' }, ['tagged']],
  [{ search: 'shop:paris' }, []],
  [{ search: '%' }, ['hostile']],
  [{ search: '_"\'\\' }, ['hostile']],
  [{ search: 'x'.repeat(500) }, []],
  [{ tag: 'wholesale' }, ['tagged']],
  [{ tag: 'Wholesale' }, ['tagged']],
  [{ tag: 'whole' }, []],
  [{ language: 'sv' }, ['hostile']],
  [{ expiring: 'yes' }, ['tagged']],
  [{ unpaid: 'yes' }, []],
  [{ start: '2020-02-02', end: '2020-02-02' }, ['tagged']],
  [{ end: '2020-02-01' }, []],
  [{ status: 'created' }, ['hostile']],
  [{ search: '1111', tag: 'wholesale', sort: 'name' }, ['tagged']],
] as const)('accounts with %j are found and counted', async (query, names) => {
  const expected = names.map((name) => ids[name])
  expect((await accounts(query)).toSorted()).toEqual(expected.toSorted())
  const { sort: _, ...filters } = { sort: undefined, ...query }
  expect(await as.account.totals(filters)).toMatchObject({ count: names.length, isMore: false })
  expect((await other.account.list(query)).accounts).toEqual([])
  expect(await other.account.totals(filters)).toMatchObject({ count: 0 })
})

test('an account with an unpaid order is found by it', async () => {
  const { db } = world.runtime
  const mark = (set: ReturnType<typeof sql>) =>
    db.execute(sql`update "order" set ${set} where merchant_id = ${shop.merchant}`)
  await db.execute(sql`insert into "order" (merchant_id, id, currency, amount, account_id, service, payment_reference, ordered, charged,
      refunded, cancelled, pending, denied, created)
    values (${shop.merchant}, 'unpaidunpaidunpa', 'SEK', 500, ${ids.plain}, 'test', gen_random_uuid(), 0, 0, 0, 0, 500, 0, now())`)
  expect(await accounts({ unpaid: 'yes' })).toEqual([ids.plain])
  expect(await accounts({ unpaid: 'yes', sort: 'name-down' })).toEqual([ids.plain])
  // What is owed is added up per currency.
  await db.execute(sql`insert into "order" (merchant_id, id, currency, amount, account_id, subscription_id, due, service, payment_reference,
      ordered, charged, refunded, cancelled, pending, denied, created)
    select ${shop.merchant}, id, currency, amount, ${ids.plain}, 'none', due::date, 'test', gen_random_uuid(), 0, 0, 0, 0, 0, amount, now()
    from (values ('owedowedowedowea', 'SEK', 700, '2026-01-01'), ('owedowedowedoweb', 'SEK', 50, '2026-01-02'), ('owedowedowedowec', 'EUR', 1234, '2026-01-03'))
      owed (id, currency, amount, due)`)
  const csv = await new Response(
    exportAccounts(shop.context, { sort: 'name', unpaid: 'yes', columns: 'unpaid' }),
  ).text()
  expect(csv.trim().split('\n')[1]).toMatch(/^7[.,]50 \+ 12[.,]34[,;]SEK \+ EUR$/)
  const { accounts: rows } = await as.account.list({ unpaid: 'yes' })
  expect(rows[0]?.unpaid).toEqual([
    { currency: 'SEK', amount: 750n },
    { currency: 'EUR', amount: 1234n },
  ])
  await mark(sql`pending = 0, denied = 0, charged = amount`)
  expect(await accounts({ unpaid: 'yes' })).toEqual([])
})

test.each([
  [{ search: '2026-004' }, ['S-2026-0042', 'S-2026-0043']],
  [{ search: 's-2026-0042' }, ['S-2026-0042']],
  [{ search: 'X-1' }, ['X-1']],
  [{ search: 'Lovelace' }, ['S-2026-0042', 'S-2026-0043']],
  [{ search: '120,00 kr' }, ['S-2026-0043']],
  [{ search: '120 EUR' }, []],
  [{ search: 'wholesale' }, ['X-1']],
  [{ search: 'kommt AUS kÖLN' }, ['X-1']],
  [{ frequency: 'weekly' }, ['X-1']],
  [{ product: 'BOX y' }, ['S-2026-0043']],
  [{ product: 'YEARLY 5" DISC' }, ['S-2026-0043']],
  [{ product: '%' }, []],
  [{ currency: 'EUR' }, []],
  [{ planned: 'yes' }, []],
  [{ ending: 'yes' }, []],
  [{ status: 'active', frequency: 'monthly' }, ['S-2026-0042']],
] as const)('subscriptions with %j are found and counted', async (query, numbers) => {
  const { subscriptions } = await as.subscription.list(query)
  expect(subscriptions.map(({ what, id }) => [what, id].length).length).toBe(numbers.length)
  const csv = await new Response(exportSubscriptions(shop.context, { ...query, columns: 'number' })).text()
  expect(csv.trim().split('\n').slice(1).toSorted()).toEqual([...numbers].toSorted())
  expect(await as.subscription.totals(query)).toMatchObject({ count: numbers.length })
  expect((await other.subscription.list(query)).subscriptions).toEqual([])
})

test('subscriptions are added up per month, and sorted by their next date in both directions', async () => {
  // 100 a month, 120 a year and 10 a week.
  expect((await as.subscription.totals({})).sums).toEqual([
    { currency: 'SEK', amount: 10_000n + 1000n + 4333n },
  ])
  const dues = async (sort: 'due' | 'due-down') =>
    (await as.subscription.list({ sort })).subscriptions.map(({ due }) => due ?? '')
  const up = await dues('due')
  expect(up).toHaveLength(3)
  expect(up).toEqual(up.toSorted())
  expect(await dues('due-down')).toEqual(up.toReversed())
  const last = up.at(-1) ?? ''
  expect((await as.subscription.list({ dueFrom: last, dueTo: last })).subscriptions.length).toBeGreaterThan(0)
  expect((await as.subscription.list({ dueFrom: addDays(last, 1) })).subscriptions).toEqual([])
})

test('an amount that no order reaches finds none, in any currency', async () => {
  const query = { currency: 'UYW', least: '999999999999999' }
  expect((await as.order.list(query)).orders).toEqual([])
  expect((await as.event.list(query)).events).toEqual([])
})

test('an export has the rows of the list, and no formulas', async () => {
  const csv = await new Response(
    exportAccounts(shop.context, { sort: 'name', columns: 'customer,card' }),
  ).text()
  const [head, ...rows] = csv.trim().split('\n')
  expect(head?.replace('\ufeff', '')).toMatch(/^customer[,;]card[,;]last4$/)
  expect(rows).toHaveLength(3)
  expect(rows.find((row) => row.startsWith('Ada'))).toMatch(/visa[,;]1111$/)
})

test('a subscription whose end was requested counts until it has ended', async () => {
  const own = await world.newMerchant()
  const { account } = await dashboardAs(world.runtime, own.merchant, 'viewer')
  const { id } = await accountWith(own, visa)
  for (const start of [addDays(today(), 10), today()]) {
    const terms = { items: 10, currency: 'SEK', schedule: 'monthly', start }
    await call(own.privateKey, 'POST', `/account/${id}/subscription`, terms)
  }
  const [later, now] = (await account.get({ id })).subscriptions
  await endSubscription(own.context, { accountId: id, id: later?.id ?? '', on: 'period' })
  await endSubscription(own.context, { accountId: id, id: now?.id ?? '' })
  expect((await account.list({ search: id })).accounts).toMatchObject([{ id, subscriptions: 1 }])
  const file = exportAccounts(own.context, { sort: 'newest', search: id, columns: 'subscriptions' })
  expect((await new Response(file).text()).trim().split('\n')).toEqual([expect.anything(), '1'])
})

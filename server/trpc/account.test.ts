import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account, acquirerEntry, auditEntry, order } from '@/db/schema'
import { accountWith, call, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { days } from '../core/clock'
import { groupBy } from '../core/group-by'
import { addDays, dayOf } from '../model/calendar'

const world = testWorld()

async function shopWithAccounts() {
  const shop = await world.newMerchant()
  const call = await dashboardAs(world.runtime, shop.merchant, 'support')
  return { shop, accounts: call.account, subscriptions: call.subscription }
}

test('finds, shows and changes an account', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com', identityNumber: '556000-0000' }
  await accounts.replaceCustomer({ id, customer })
  expect(await accounts.list({ search: 'jane d' })).toMatchObject({
    accounts: [
      {
        ...{ id, name: 'Jane Doe', email: 'jane@example.com', subscriptions: 0 },
        card: { scheme: 'visa', last4: '1111' },
      },
    ],
  })
  expect(await accounts.get({ id })).toMatchObject({ customer, cards: [{ scheme: 'visa', last4: '1111' }] })
})

test('an account that a public key created is shown as unconfirmed, until a dashboard user confirms it', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const newAccount = async () =>
    (await call<{ id: string }>(shop.publicKey, 'POST', '/account', { method: [] })).body.id
  const [id, changed] = [await newAccount(), await newAccount()]
  expect((await accounts.get({ id })).confirmed).toBe(false)
  await accounts.confirm({ id })
  expect((await accounts.get({ id })).confirmed).toBe(true)
  const [entry] = await world.runtime.db.select().from(auditEntry).where(eq(auditEntry.subjectId, id))
  expect(entry).toMatchObject({
    action: 'account.confirm',
    before: { confirmed: false },
    after: { confirmed: true },
  })
  await accounts.replaceCustomer({ id: changed, customer: { name: 'Jane' } })
  expect((await accounts.get({ id: changed })).confirmed).toBe(true)
  const other = await world.newMerchant()
  const { account: theirs } = await dashboardAs(world.runtime, other.merchant, 'owner')
  await expect(theirs.confirm({ id: changed })).rejects.toMatchObject({ details: { status: 404 } })
})

test('a login link that one press requests twice is sent once', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  const attempt = crypto.randomUUID()
  await expect(accounts.sendLink({ id, attempt })).rejects.toMatchObject({
    details: { content: { property: 'customer.email' } },
  })
  await accounts.replaceCustomer({ id, customer: { email: 'jane@example.com' } })
  const [once, twice] = [await accounts.sendLink({ id, attempt }), await accounts.sendLink({ id, attempt })]
  expect(once).toMatchObject({ contact: 'jane@example.com', url: expect.stringContaining('/login/') })
  expect(twice).toEqual(once)
})

test('accounts of another merchant are not found', async () => {
  const { accounts } = await shopWithAccounts()
  const { id } = await accountWith(await world.newMerchant(), visa)
  expect((await accounts.list({})).accounts).toEqual([])
  for (const act of [
    () => accounts.get({ id }),
    () => accounts.replaceCustomer({ id, customer: {} }),
    () => accounts.sendLink({ id, attempt: crypto.randomUUID() }),
    () => accounts.history({ id }),
    () => accounts.links({ id }),
    () => accounts.makeDefault({ id, card: id }),
    () => accounts.removeCard({ id, card: id }),
    () =>
      accounts.order({
        id,
        items: 1,
        currency: 'SEK',
        charge: true,
        attempt: crypto.randomUUID(),
        expected: 100n,
      }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('creates one account, however often the button is pressed', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const pressed = { number: '77', customer: { name: 'Jane' }, attempt: crypto.randomUUID() }
  const created = await Promise.all([1, 2, 3].map(() => accounts.create(pressed)))
  expect(new Set(created.map(({ id }) => id)).size).toBe(1)
  expect(await world.runtime.db.$count(account, eq(account.merchantId, shop.merchant))).toBe(1)
  expect(await accounts.get({ id: created[0]?.id ?? '' })).toMatchObject({
    number: '77',
    status: 'created',
    cards: [],
  })
  expect(await world.runtime.db.$count(auditEntry, eq(auditEntry.merchantId, shop.merchant))).toBe(1)
})

test('rejects a press that was already used to create a different account', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const pressed = { customer: { name: 'Jane' }, attempt: crypto.randomUUID() }
  await accounts.create(pressed)
  for (const other of [{ customer: { name: 'June' } }, { number: '78' }, { customer: undefined }]) {
    await expect(accounts.create({ ...pressed, ...other })).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  expect(await world.runtime.db.$count(account, eq(account.merchantId, shop.merchant))).toBe(1)
})

describe('cards', () => {
  const mastercard = '5555555555554444'
  const declining = '4000000000000341'

  test('setting another default or removing a card leaves the others as they were', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa, mastercard, '378282246310005')
    const last4 = async () => (await accounts.get({ id })).cards.map((card) => card.last4)
    const { cards } = await accounts.get({ id })
    await accounts.makeDefault({ id, card: cards[2]?.id ?? '' })
    expect(await last4()).toEqual(['0005', '1111', '4444'])
    await accounts.removeCard({ id, card: cards[0]?.id ?? '' })
    expect(await last4()).toEqual(['0005', '4444'])
    await expect(accounts.removeCard({ id, card: cards[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a card that is added while another is removed stays', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa)
    const [card] = (await accounts.get({ id })).cards
    const added = { type: 'token', card: await tokenFor(shop, mastercard) }
    await Promise.all([
      accounts.removeCard({ id, card: card?.id ?? '' }),
      call(shop.privateKey, 'POST', `/account/${id}/method`, added),
    ])
    expect((await accounts.get({ id })).cards.map(({ last4 }) => last4)).toEqual(['4444'])
  })

  test('shows what is unpaid, and another default card immediately pays exactly that', async () => {
    const { shop, accounts, subscriptions } = await shopWithAccounts()
    const { id } = await accountWith(shop, declining, visa)
    const subscription = { items: 249, currency: 'SEK', schedule: 'monthly' as const }
    await subscriptions.add({ account: id, attempt: crypto.randomUUID(), subscription })
    await runBilling(shop.context)
    const { unpaid, cards, status } = await accounts.get({ id })
    expect([status, unpaid.map(({ amount }) => amount)]).toEqual(['pending', [24_900n]])
    const card = cards[1]?.id ?? ''
    await Promise.all([accounts.makeDefault({ id, card }), accounts.makeDefault({ id, card })])
    expect(await accounts.get({ id })).toMatchObject({ status: 'active', unpaid: [] })
    const [{ charged } = { charged: 0n }] = await world.runtime.db
      .select()
      .from(order)
      .where(eq(order.merchantId, shop.merchant))
    expect(charged).toBe(24_900n)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

describe('an order on the stored card', () => {
  const wanted = (id: string, more: object = {}) => ({
    ...{ id, items: [{ name: 'Cup', price: 80, vat: 25 }], currency: 'SEK', charge: true },
    ...{ attempt: crypto.randomUUID(), expected: 10_000n, ...more },
  })
  const entries = (merchant: string) =>
    world.runtime.db.$count(acquirerEntry, eq(acquirerEntry.merchantId, merchant))

  test('is created and charged once, however often it is pressed', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa)
    const before = await entries(shop.merchant)
    const pressed = wanted(id)
    const results = await Promise.all([accounts.order(pressed), accounts.order(pressed)])
    results.push(await accounts.order(pressed))
    expect(new Set(results.map(({ orderId }) => orderId)).size).toBe(1)
    const rows = await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant))
    expect(rows).toMatchObject([{ accountId: id, amount: 10_000n, charged: 10_000n }])
    expect((await entries(shop.merchant)) - before).toBe(2)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('is only reserved when requested', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa)
    await accounts.order(wanted(id, { charge: false, items: 12.5, expected: 1250n }))
    const rows = await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant))
    expect(rows).toMatchObject([{ ordered: 1250n, charged: 0n }])
  })

  test('is not created with an amount other than the confirmed one, nor without a card', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa)
    await expect(accounts.order(wanted(id, { expected: 9_999n }))).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id: cardless } = await accountWith(shop)
    await expect(accounts.order(wanted(cardless))).rejects.toMatchObject({
      details: { content: { property: 'payment.account' } },
    })
    expect(await world.runtime.db.$count(order, eq(order.merchantId, shop.merchant))).toBe(0)
  })

  test('stays reserved when its charge is refused, and shows the refusal', async () => {
    const { shop, accounts } = await shopWithAccounts()
    const { id } = await accountWith(shop, visa)
    await world.runtime.db.execute(
      sql`insert into acquirer_fault (merchant_id, kind, fault, remaining) values (${shop.merchant}, 'capture', 'fail', 1)`,
    )
    const { refusal } = await accounts.order(wanted(id))
    expect(refusal).toEqual(expect.any(String))
    expect(
      await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant)),
    ).toMatchObject([{ ordered: 10_000n, charged: 0n }])
  })
})

test('the history shows every entry once, page by page', async () => {
  const { shop, accounts, subscriptions } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  await accounts.replaceCustomer({ id, customer: { name: 'Jane', email: 'jane@example.com' } })
  const start = addDays(dayOf(world.clock.now(), 'Europe/Stockholm'), -11)
  const subscription = { items: 249, currency: 'SEK', schedule: 'daily' as const, start }
  const { id: added } = await subscriptions.add({ account: id, attempt: crypto.randomUUID(), subscription })
  await runBilling(shop.context)
  await subscriptions.end({ account: id, id: added })
  await accounts.sendLink({ id, attempt: crypto.randomUUID() })
  await call(shop.privateKey, 'POST', `/account/${id}/link`)
  const all = []
  let cursor: string | undefined
  do {
    const page = await accounts.history({ id, ...(cursor && { cursor }) })
    all.push(...page.rows)
    cursor = page.next
  } while (cursor)
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  const places = all.map(({ date }) => date.getTime())
  expect(places).toEqual(places.toSorted((one, other) => other - one))
  const counts = groupBy(all, ({ kind }) => kind)
  expect(Object.fromEntries([...counts].map(([kind, of]) => [kind, of.length]))).toEqual({
    ...{ order: 24, account: 1, card: 1, link: 1, subscriptionEnded: 1 },
    // The customer changed, a subscription added and ended, a link sent.
    action: 4,
    mail: 14,
  })
  const mails = groupBy(
    all.flatMap((entry) => (entry.kind === 'mail' ? [entry.facts.template] : [])),
    (template) => template,
  )
  expect(Object.fromEntries([...mails].map(([template, of]) => [template, of.length]))).toEqual({
    'subscription-started': 1,
    receipt: 12,
    'subscription-ended': 1,
  })
  expect(all.find(({ kind }) => kind === 'order')).toMatchObject({
    facts: { type: 'charge', amount: '24900', currency: 'SEK' },
  })
  for (const bad of ['x', '2026-01-01T00:00:00.000Z', '2026-13-01T00:00:00.000Z order.x']) {
    await expect(accounts.history({ id, cursor: bad })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('shows login links with their status', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  await accounts.replaceCustomer({ id, customer: { email: 'jane@example.com' } })
  await accounts.sendLink({ id, attempt: crypto.randomUUID() })
  world.clock.advance(days(4))
  const { account: again } = await dashboardAs(world.runtime, shop.merchant, 'support')
  await again.sendLink({ id, attempt: crypto.randomUUID() })
  expect(await again.links({ id })).toMatchObject([
    { contact: 'jane@example.com', state: 'open', used: null },
    { state: 'expired' },
  ])
  expect(JSON.stringify(await again.links({ id }))).not.toContain('login')
  expect(await again.links({ id: (await accountWith(shop)).id })).toEqual([])
})

test('an attempt that created one order is rejected for another amount', async () => {
  const { shop, accounts } = await shopWithAccounts()
  const { id } = await accountWith(shop, visa)
  const one = { id, items: 10, currency: 'SEK', charge: false, attempt: crypto.randomUUID(), expected: 1000n }
  const { orderId } = await accounts.order(one)
  const other = accounts.order({ ...one, items: 20, expected: 2000n })
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await accounts.order(one)).toMatchObject({ orderId })
})

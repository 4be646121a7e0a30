import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditEntry } from '@/db/schema'
import { declining, ordersOf, payer, subscribe } from '@/test/billing'
import { accountWith, orderOf, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'support')
  const entries = () =>
    world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, shop.merchant))
  return { shop, session, call: dashboard(world.runtime, session, shop.merchant), entries }
}

test('records who did what, and to what', async () => {
  const { shop, session, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call.account.replaceCustomer({ id, customer })
  expect(await entries()).toMatchObject([
    {
      userId: session.userId,
      email: session.email,
      action: 'account.replaceCustomer',
      subject: 'account',
      subjectId: id,
      after: { customer },
    },
  ])
})

test('records the previous state of a customer, a card and a key', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  await call.account.replaceCustomer({ id, customer: { name: 'Jane' } })
  await call.account.replaceCustomer({ id, customer: { name: 'June' } })
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      before: { customer: { name: 'Jane' } },
      after: { customer: { name: 'June' } },
    }),
  )
  const [card] = (await call.account.get({ id })).cards
  await call.account.removeCard({ id, card: card?.id ?? '' })
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      action: 'account.removeCard',
      before: { method: `Visa ending in 1111, ${card?.id}` },
    }),
  )
  const { key } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const created = await key.create({ kind: 'private', name: 'Till', attempt: crypto.randomUUID() })
  await key.rename({ id: created.id, name: 'Shop' })
  await key.revoke({ id: created.id })
  expect(await entries()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'key.rename', before: { name: 'Till' }, after: { name: 'Shop' } }),
      expect.objectContaining({ action: 'key.revoke', before: { name: 'Shop' } }),
    ]),
  )
  expect(JSON.stringify(await entries())).not.toContain(created.key)
})

test('records nothing for a change to what it was already', async () => {
  const { shop, entries } = await shopWithSupport()
  const { key } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const { id } = await key.create({ kind: 'private', name: 'Till', attempt: crypto.randomUUID() })
  for (const name of ['Till', 'Shop', 'Shop']) await key.rename({ id, name })
  const renamed = (await entries()).filter(({ action }) => action === 'key.rename')
  expect(renamed).toMatchObject([{ before: { name: 'Till' }, after: { name: 'Shop' } }])
})

test('records nothing for a refused action, and one entry for an action sent twice', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await orderOf(shop, 100)
  const event = { type: 'charge' as const }
  const attempt = crypto.randomUUID()
  await expect(call.order.operate({ id, event, attempt, expected: 1n })).rejects.toThrow()
  expect(await entries()).toEqual([])
  for (const _ of [1, 2]) await call.order.operate({ id, event, attempt, expected: 10_000n })
  expect(await entries()).toMatchObject([{ action: 'order.operate', subjectId: id, after: { event } }])
})

test('keeps no typed keys or card numbers', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  await call.account.replaceCustomer({ id, customer: { name: '4012 8888 8888 1881' } })
  expect(JSON.stringify(await entries())).not.toContain('4012')
})

test('one attempt cannot hide another action: every action sent with it is recorded', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const [one, two] = [await orderOf(shop, 100), await orderOf(shop, 200)]
  const attempt = crypto.randomUUID()
  const charge = (id: string, expected: bigint) =>
    call.order.operateMany({ type: 'charge', orders: [{ id, expected }], attempt })
  await charge(one.id, 10_000n)
  await charge(two.id, 20_000n)
  await charge(two.id, 20_000n)
  expect(await entries()).toHaveLength(2)
})

test('an attempt that was refused cannot hide what the same attempt does later', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await orderOf(shop, 100)
  const cancel = { type: 'cancel' as const, orders: [{ id, expected: 6000n }], attempt: crypto.randomUUID() }
  await call.order.operateMany(cancel)
  const part = { type: 'charge' as const, items: 40 }
  await call.order.operate({ id, event: part, attempt: crypto.randomUUID(), expected: 4000n })
  for (const _ of [1, 2]) expect(await call.order.operateMany(cancel)).toMatchObject([{ amount: 6000n }])
  const recorded = (await entries()).filter(({ action }) => action === 'order.operateMany')
  expect(recorded.map(({ after }) => after)).toEqual([
    expect.objectContaining({ orders: [expect.objectContaining({ refusal: expect.any(Object) })] }),
    expect.objectContaining({ orders: [expect.objectContaining({ amount: '6000' })] }),
  ])
})

test('records an action that has begun and has no outcome yet, because the worker may complete it', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await orderOf(shop, 100)
  const service = world.runtime.cards.named('test')
  const away = vi.spyOn(service, 'capture').mockResolvedValue({ status: 'unknown', cause: new Error('away') })
  const confirmed = {
    id,
    event: { type: 'charge' as const },
    attempt: crypto.randomUUID(),
    expected: 10_000n,
  }
  await expect(call.order.operate(confirmed)).rejects.toMatchObject({ details: { status: 504 } })
  away.mockRestore()
  expect(await entries()).toMatchObject([{ subjectId: id, after: { outcome: 'not known yet' } }])
})

test('orders that were changed at once are named with their sums, each once', async () => {
  const { shop, call } = await shopWithSupport()
  const { audit } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const ids = [(await orderOf(shop, 100)).id, (await orderOf(shop, 30)).id, (await orderOf(shop, 50)).id]
  const orders = ids.map((id, place) => ({ id, expected: [10_000n, 3000n, 1n][place] ?? 0n }))
  await call.order.operateMany({ type: 'charge', orders, attempt: crypto.randomUUID() })
  const { entries } = await audit.list({})
  expect(entries.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'charged 2 orders, 130,00 kr; 1 could not be',
  ])
  expect(entries[0]?.orders.map(({ id }) => id)).toEqual(ids)
  // Earlier versions recorded no currency.
  await world.runtime.db.execute(
    sql`update audit_entry set after = replace(after::text, '"currency"', '"was"')::jsonb where merchant_id = ${shop.merchant}`,
  )
  expect((await audit.list({})).entries[0]?.words).toBe('charged 2 orders; 1 could not be')
})

test('an outcome that is not known yet is not called a failure', async () => {
  const { shop, call } = await shopWithSupport()
  const { audit } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const { id } = await orderOf(shop, 100)
  const account = await accountWith(shop, visa)
  const service = world.runtime.cards.named('test')
  const away = vi.spyOn(service, 'capture').mockResolvedValue({ status: 'unknown', cause: new Error('away') })
  const attempt = () => crypto.randomUUID()
  await call.order.operateMany({ type: 'charge', orders: [{ id, expected: 10_000n }], attempt: attempt() })
  const order = { items: 20, currency: 'SEK', charge: true, expected: 2000n }
  await call.account.order({ id: account.id, ...order, attempt: attempt() })
  away.mockRestore()
  const { entries } = await audit.list({})
  expect(entries.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'placed an order of 20,00 kr for {subject} and charged it; the outcome was not known yet',
    'charged 0 orders; the outcome of 1 was not known yet',
  ])
})

test('a payment that was refused is not called a charge', async () => {
  const { shop, entries } = await shopWithSupport()
  const { audit, subscription } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const account = await payer(shop, declining)
  const { id } = await subscribe(shop, account)
  await runBilling(shop.context)
  const [order] = await ordersOf(shop, account)
  const orders = [{ orderId: order?.id ?? '', amount: 10_000n }]
  await subscription.payNow({ account: account.id, id, orders, attempt: crypto.randomUUID() })
  expect((await audit.list({})).entries.map(({ words }) => words)).toEqual([
    'tried to charge unpaid orders of {subject}, which was refused',
  ])
  expect(await entries()).toHaveLength(1)
})

test('records which card was removed, because its id is not secret', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { id } = await accountWith(shop, visa)
  const [card] = (await call.account.get({ id })).cards
  await call.account.removeCard({ id, card: card?.id ?? '' })
  expect(await entries()).toMatchObject([
    { subjectId: id, before: { method: `Visa ending in 1111, ${card?.id}` }, after: null },
  ])
})

test('describes each action in a sentence, with its subject and amount', async () => {
  const { shop, call, entries } = await shopWithSupport()
  const { audit, team, key } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const { id: account } = await accountWith(shop, visa)
  await call.account.replaceCustomer({ id: account, customer: { name: 'Jane Doe' } })
  const { id } = await orderOf(shop, 100)
  const operate = (event: { type: 'charge' | 'refund'; items?: number }, expected: bigint) =>
    call.order.operate({ id, event, attempt: crypto.randomUUID(), expected })
  await operate({ type: 'charge' }, 10_000n)
  await operate({ type: 'refund', items: 19.8 }, 1980n)
  await team.invite({ email: 'june@example.com', role: 'support' })
  await key.create({ kind: 'private', name: 'Till', attempt: crypto.randomUUID() })
  const log = await audit.list({})
  expect(
    log.entries.map(({ words, link }) => [words.replaceAll('\u00a0', ' '), link?.path, link?.name]),
  ).toEqual([
    ['created the private key “Till”', undefined, undefined],
    ['invited june@example.com as support', undefined, undefined],
    ['refunded 19,80 kr of {subject}', `/orders/${id}`, `order ${id}`],
    ['charged 100,00 kr of {subject}', `/orders/${id}`, `order ${id}`],
    ['changed the customer details of {subject}', `/accounts/${account}`, 'Jane Doe'],
  ])
  expect(await entries()).toHaveLength(5)
})

test.each([
  ['key.make', 'key.create', { kind: 'private', name: 'Till' }, 'created the private key “Till”'],
  ['callback.replay', 'callback.resend', undefined, 'resent a callback'],
  ['callback.replayMany', 'callback.resendMany', { count: 2 }, 'resent 2 callbacks'],
  ['callback.replayFailed', 'callback.resendFailed', { count: 3 }, 'resent 3 failed callbacks'],
])(
  '%s, the earlier name of %s in the log, has the same sentence and filter',
  async (earlier, now, after, words) => {
    const { shop, session } = await shopWithSupport()
    const { userId, email } = session
    const [subject = ''] = now.split('.')
    await world.runtime.db.insert(auditEntry).values(
      [earlier, now].map((action) => ({
        ...{ merchantId: shop.merchant, id: action, date: new Date(), userId, email },
        ...{ action, subject, subjectId: 'k', after },
      })),
    )
    const admin = await newMember(world.runtime, shop.merchant, 'admin')
    const { entries } = await dashboard(world.runtime, admin, shop.merchant).audit.list({ subject })
    expect(entries.map((entry) => [entry.words, entry.differences])).toEqual([
      [words, []],
      [words, []],
    ])
  },
)

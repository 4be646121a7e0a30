import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { acquirerEntry, order } from '@/db/schema'
import { call, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import type { Context } from '../core/context'
import type { Account } from '../model/account'
import { readAccount } from '../store/accounts'
import { datedOrders } from '../subscription/orders'
import { removeCard, setDefaultCard } from './cards'
import { payOwnOrder, requireOwnOrder } from './orders'
import { owedBy, owedSums } from './owed'
import { saveInformation } from './save-information'

const world = testWorld()

const visa = '4111111111111111'
/** Can be stored, but every charge is declined. */
const failing = '4000000000000341'

let shop: TestMerchant
let context: Context

beforeEach(async () => {
  shop = await world.newMerchant()
  context = shop.context
})

async function newAccount(cards: string[]): Promise<string> {
  const method = await Promise.all(
    cards.map(async (pan) => ({ type: 'token', card: await tokenFor(shop, pan) })),
  )
  const body = { customer: { id: 'c-1', name: 'Jane', email: 'jane@example.com' }, method }
  return (await call<Account>(shop.privateKey, 'POST', '/account', body)).body.id
}

/** Creates an account that owes one payment, because its first one failed. */
async function newDebtor(cards = [failing]): Promise<{ id: string; orderId: string }> {
  const id = await newAccount(cards)
  const subscription = { items: 199, currency: 'SEK', schedule: 'monthly' }
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, subscription)
  await runBilling(context)
  const [owed] = await owedBy(context, id)
  if (!owed) throw new Error('Nothing is owed')
  return { id, orderId: owed.order.id }
}

/** Makes the failing cards of a merchant work. */
const mendCards = () =>
  context.db.execute(
    sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${shop.merchant}`,
  )

const charges = () =>
  context.db.$count(
    acquirerEntry,
    and(
      eq(acquirerEntry.merchantId, shop.merchant),
      eq(acquirerEntry.kind, 'authorise'),
      eq(acquirerEntry.outcome, 'done'),
    ),
  )

const pressing = (expected = 19900n) => ({ attempt: crypto.randomUUID(), expected })

describe('what is owed', () => {
  test('lists the orders whose payment failed, with the reason', async () => {
    const { id, orderId } = await newDebtor()
    const owed = await owedBy(context, id)
    expect(owed).toMatchObject([
      { order: { id: orderId }, amount: 19900n, code: 'card declined', isRunning: false },
    ])
    expect(await owedSums(context, id)).toEqual([{ currency: 'SEK', amount: 19900n }])
    expect(await owedBy(context, await newAccount([visa]))).toEqual([])
  })

  test('shows a running payment, and the reason of the latest failure', async () => {
    const { id, orderId } = await newDebtor()
    await context.db.execute(
      sql`update acquirer_card set behaviour = 'insufficient funds' where merchant_id = ${shop.merchant}`,
    )
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing() })).toBe('failed')
    const service = context.cards.named('test')
    const away = { status: 'unknown', cause: new Error('The service is silent') } as const
    vi.spyOn(service, 'authorize').mockResolvedValueOnce(away)
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing() })).toBe('later')
    expect(await owedBy(context, id)).toMatchObject([{ code: 'insufficient funds', isRunning: true }])
  })
})

describe('paying', () => {
  test('one press pays once, however often it is sent and even if others press too', async () => {
    const { id, orderId } = await newDebtor()
    await mendCards()
    const press = pressing()
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => payOwnOrder(context, { accountId: id, orderId, ...press })),
      ...Array.from({ length: 5 }, () => payOwnOrder(context, { accountId: id, orderId, ...pressing() })),
    ])
    expect(outcomes.filter((outcome) => outcome !== 'paid' && outcome !== 'later')).toEqual([])
    expect(await payOwnOrder(context, { accountId: id, orderId, ...press })).toBe('paid')
    expect(await charges()).toBe(1)
    expect(await owedBy(context, id)).toEqual([])
    expect((await readAccount(context, id)).status).toBe('active')
  })

  test('a refusal is shown, and the order stays unpaid', async () => {
    const { id, orderId } = await newDebtor()
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing() })).toBe('failed')
    expect(await owedBy(context, id)).toHaveLength(1)
  })

  test('the outcome is known later when the card service does not respond', async () => {
    const { id, orderId } = await newDebtor()
    const service = world.runtime.cards.named('test')
    const away = vi
      .spyOn(service, 'authorize')
      .mockResolvedValue({ status: 'unknown', cause: new Error('away') })
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing() })).toBe('later')
    away.mockRestore()
    expect(await owedBy(context, id)).toMatchObject([{ isRunning: true }])
  })

  test('a card other than the one that the page named pays nothing', async () => {
    const { id, orderId } = await newDebtor()
    await mendCards()
    const card = (await readAccount(context, id)).methods[0]?.id
    const press = { accountId: id, orderId, ...pressing() }
    expect(await payOwnOrder(context, { ...press, card: orderId })).toBe('changed')
    expect(await charges()).toBe(0)
    expect(await payOwnOrder(context, { ...press, card })).toBe('paid')
  })

  test('an amount other than the one on the button pays nothing', async () => {
    const { id, orderId } = await newDebtor()
    await mendCards()
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing(100n) })).toBe('changed')
    expect(await charges()).toBe(0)
  })

  test('what was given up can be paid, and billing continues', async () => {
    const { id, orderId } = await newDebtor()
    await context.db
      .update(order)
      .set({ denied: 19900n, pending: 0n, retryOn: null })
      .where(eq(order.id, orderId))
    await mendCards()
    expect(await payOwnOrder(context, { accountId: id, orderId, ...pressing() })).toBe('paid')
    expect((await readAccount(context, id)).status).toBe('active')
  })

  test('a customer cannot charge what the merchant has only reserved', async () => {
    const id = await newAccount([visa])
    const payment = { type: 'account', account: id }
    const body = { items: 100, currency: 'SEK', payment }
    const created = (await call<{ id: string }>(shop.privateKey, 'POST', '/order', body)).body
    expect(await payOwnOrder(context, { accountId: id, orderId: created.id, ...pressing(10000n) })).toBe(
      'changed',
    )
    expect((await requireOwnOrder(context, { accountId: id, orderId: created.id })).charged).toBe(0n)
  })

  test('orders of another account or merchant and unknown orders are all not found', async () => {
    const { id, orderId } = await newDebtor()
    const other = await newAccount([visa])
    const away = (await world.newMerchant()).context
    for (const attempt of [
      () => payOwnOrder(context, { accountId: other, orderId, ...pressing() }),
      () => payOwnOrder(away, { accountId: id, orderId, ...pressing() }),
      () => payOwnOrder(context, { accountId: id, orderId: '-', ...pressing() }),
      () => requireOwnOrder(context, { accountId: other, orderId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not-found' })
    const subscriptionId = (await readAccount(context, id)).subscriptions[0]?.id ?? ''
    expect(await datedOrders(context, { accountId: other, subscriptionId, limit: 9 })).toEqual([])
    const [only, ...more] = await datedOrders(context, { accountId: id, subscriptionId, limit: 9 })
    expect([only?.id, more]).toEqual([orderId, []])
    const before = only?.due ?? undefined
    expect(await datedOrders(context, { accountId: id, subscriptionId, before, limit: 9 })).toEqual([])
  })
})

describe('cards', () => {
  const lastDigits = async (id: string) => (await readAccount(context, id)).methods.map(({ last4 }) => last4)
  const cardOf = async (id: string, last4: string) =>
    (await readAccount(context, id)).methods.find((method) => method.last4 === last4)?.id ?? ''

  test('another card pays what is owed, once, and stays the default', async () => {
    const { id } = await newDebtor([failing, visa])
    const card = await cardOf(id, '1111')
    await Promise.all([
      setDefaultCard(context, { accountId: id, cardId: card }),
      setDefaultCard(context, { accountId: id, cardId: card }),
    ])
    expect(await lastDigits(id)).toEqual(['1111', '0341'])
    expect(await owedBy(context, id)).toEqual([])
    expect(await charges()).toBe(1)
  })

  test('the next card replaces one that is removed; removing the last leaves none', async () => {
    const id = await newAccount([visa, failing])
    await removeCard(context, { accountId: id, cardId: await cardOf(id, '1111') })
    expect(await lastDigits(id)).toEqual(['0341'])
    await removeCard(context, { accountId: id, cardId: await cardOf(id, '0341') })
    expect(await readAccount(context, id)).toMatchObject({ methods: [], status: 'created' })
  })

  test('a card that is added while another is removed stays', async () => {
    const id = await newAccount([visa, failing])
    const card = await tokenFor(shop, '5555555555554444')
    const [added] = await Promise.all([
      call(shop.privateKey, 'POST', `/account/${id}/method`, { type: 'token', card }),
      removeCard(context, { accountId: id, cardId: await cardOf(id, '0341') }),
    ])
    expect(added.status).toBe(201)
    expect((await lastDigits(id)).sort()).toEqual(['1111', '4444'])
  })

  test("another account's card is not found", async () => {
    const [id, other] = [await newAccount([visa]), await newAccount([visa])]
    const card = await cardOf(id, '1111')
    await expect(setDefaultCard(context, { accountId: other, cardId: card })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(removeCard(context, { accountId: other, cardId: card })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await lastDigits(id)).toEqual(['1111'])
  })
})

describe('information', () => {
  test("is replaced, except for the e-mail address and the merchant's own id", async () => {
    const id = await newAccount([])
    const { before } = await saveInformation(context, id, () => ({
      customer: { type: 'person', name: 'Jane Roe', phone: '1', id: 'c-2', email: 'other@example.com' },
    }))
    expect(before).toMatchObject({ id: 'c-1', email: 'jane@example.com' })
    const { customer } = await readAccount(context, id)
    const kept = { id: 'c-1', email: 'jane@example.com' }
    expect(customer).toEqual({ type: 'person', name: 'Jane Roe', phone: '1', ...kept })
  })
})

// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { acquirerFault, mail } from '@/db/schema'
import { declining, move, ordersOf, statusOf, subscribe } from '@/test/billing'
import { accountWith, call, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Authorised, Outcome } from '../model/card/service'
import { completePayments } from '../payment/complete-operation'
import { recoverOperations } from '../payment/recover'
import { beginDue } from './due'
import { recoverPayments } from './recover-payments'
import { runBilling } from './run'

const world = testWorld({ cardServiceTimeoutMs: 2000 })

describe('an unavailable card service', () => {
  test.each(['timeout', 'fail'] as const)(
    '(%s) does not count as a failure of the payer: the payment is sent again and charged once',
    async (fault) => {
      const shop = await world.newMerchant()
      const { db } = world.runtime
      const payer = await accountWith(shop, visa)
      await call(shop.privateKey, 'PUT', `/account/${payer.id}/customer`, { email: 'jane@example.com' })
      await subscribe(shop, payer)
      await db
        .insert(acquirerFault)
        .values({ merchantId: shop.merchant, kind: 'authorise', fault, remaining: 1 })
      expect(await runBilling(shop.context)).toMatchObject({ orders: 1, charged: 0, failed: 0, open: 1 })
      expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ ordered: 100 }])
      expect(await statusOf(shop, payer)).toBe('active')
      await recoverOperations(world.runtime, { staleSeconds: 0, onError: () => undefined })
      expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ charged: 100 }])
      const mails = await db.select().from(mail).where(eq(mail.merchantId, shop.merchant))
      expect(mails.map(({ template }) => template).sort()).toEqual(['receipt', 'subscription-started'])
      expect(await differences(world.runtime, shop.merchant)).toEqual([])
    },
  )

  test('while a payment runs, its order cannot be charged or cancelled', async () => {
    const shop = await world.newMerchant()
    const payer = await accountWith(shop, visa)
    await subscribe(shop, payer)
    const begun = await beginDue(shop.context, 10)
    const [running] = await ordersOf(shop, payer)
    for (const type of ['charge', 'cancel']) {
      const { status } = await call(shop.privateKey, 'POST', `/order/${running?.id}/event`, { type })
      expect(status).toBe(400)
    }
    await completePayments(shop.context, begun)
    expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ charged: 100 }])
  })

  test('a cancellation that met a running payment is not final, and succeeds once the payment has failed', async () => {
    const shop = await world.newMerchant()
    const payer = await accountWith(shop, declining)
    await subscribe(shop, payer)
    const begun = await beginDue(shop.context, 10)
    const [running] = await ordersOf(shop, payer)
    const cancel = () =>
      call(
        shop.privateKey,
        'POST',
        `/order/${running?.id}/event`,
        { type: 'cancel' },
        { 'idempotency-key': 'x' },
      )
    const early = await cancel()
    expect([early.status, early.headers.get('retry-after')]).toEqual([400, '60'])
    await completePayments(shop.context, begun)
    expect((await cancel()).status).toBe(201)
    expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ cancelled: 100 }])
  })
})

describe('payments that cannot be completed', () => {
  /** Creates a merchant with a payment begun for each of `count` accounts. */
  async function shopOwed(count: number): Promise<{ shop: TestMerchant; payers: Account[] }> {
    const shop = await world.newMerchant()
    const payers: Account[] = []
    for (let index = 0; index < count; index++) payers.push(await accountWith(shop, visa))
    for (const payer of payers) await subscribe(shop, payer)
    expect(await beginDue(shop.context, 10)).toHaveLength(count)
    return { shop, payers }
  }

  const recover = async (): Promise<unknown[]> => {
    const errors: unknown[] = []
    await recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => errors.push(error) })
    return errors
  }

  const states = async (shop: TestMerchant, payers: Account[]) =>
    (await Promise.all(payers.map((payer) => ordersOf(shop, payer)))).flat().map(({ status }) => status)

  test('one at a card service that is not installed does not stop others', async () => {
    const { shop, payers } = await shopOwed(3)
    await world.runtime.db.execute(sql`
      update operation set payer = jsonb_set(payer, '{service}', '"gone"') where id = (
        select id from operation where merchant_id = ${shop.merchant} and status = 'pending' order by order_id limit 1)`)
    expect(await recover()).toHaveLength(1)
    const found = await states(shop, payers)
    expect(found.filter(({ charged }) => charged === 100)).toHaveLength(2)
    expect(found.filter(({ ordered }) => ordered === 100)).toHaveLength(1)
    await world.runtime.db.execute(sql`
      update operation set payer = jsonb_set(payer, '{service}', '"test"') where merchant_id = ${shop.merchant}`)
    expect(await recover()).toEqual([])
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('a merchant whose payments cannot be recorded does not stop those of others', async () => {
    const [broken, whole] = [await shopOwed(1), await shopOwed(1)]
    const { db } = world.runtime
    const check = sql.raw(`check (merchant_id <> '${broken.shop.merchant}') not valid`)
    await db.execute(sql`alter table order_event add constraint broken ${check}`)
    expect(await recover()).toHaveLength(1)
    expect(await states(whole.shop, whole.payers)).toEqual([{ charged: 100 }])
    await db.execute(sql`alter table order_event drop constraint broken`)
    expect(await recover()).toEqual([])
    expect(await states(broken.shop, broken.payers)).toEqual([{ charged: 100 }])
    expect(await differences(world.runtime, broken.shop.merchant)).toEqual([])
  })
})

describe('payments with no response from the card service for a while', () => {
  afterEach(() => vi.restoreAllMocks())
  const service = () => world.runtime.cards.named('test')
  const away: Outcome<Authorised> = { status: 'unknown', cause: new Error('The service is silent') }

  test('are sent again as long as some of them get a response', async () => {
    const shop = await world.newMerchant()
    const payers = [await accountWith(shop, visa), await accountWith(shop, visa)]
    for (const payer of payers) await subscribe(shop, payer)
    expect(await beginDue(shop.context, 10)).toHaveLength(2)
    // The first round gets one response, the next two get none, the fourth gets the other.
    const authorize = service().authorize.bind(service())
    let calls = 0
    vi.spyOn(service(), 'authorize').mockImplementation((given) => {
      calls++
      return calls === 1 || calls > 4 ? authorize(given) : Promise.resolve(away)
    })
    expect(await recoverPayments(shop.context)).toMatchObject({ charged: 2 })
    expect(calls).toBe(5)
  })

  test('are waited for a moment, because a concurrent request may be making them', async () => {
    const shop = await world.newMerchant()
    await subscribe(shop, await accountWith(shop, visa))
    expect(await beginDue(shop.context, 10)).toHaveLength(1)
    const authorize = service().authorize.bind(service())
    let isInProgress = true
    setTimeout(() => {
      isInProgress = false
    }, 1_500)
    vi.spyOn(service(), 'authorize').mockImplementation((given) =>
      isInProgress ? Promise.resolve(away) : authorize(given),
    )
    expect(await recoverPayments(shop.context)).toMatchObject({ charged: 1 })
  })

  test('are the only operations that a moved clock completes: an order that is being created is not touched', async () => {
    const shop = await world.newMerchant()
    const payer = await accountWith(shop, visa)
    await subscribe(shop, payer)
    vi.spyOn(service(), 'authorize').mockResolvedValueOnce(away)
    const order = { items: 10, currency: 'SEK', payment: { type: 'account', account: payer.id } }
    expect((await call(shop.privateKey, 'POST', '/order', order)).status).toBe(504)
    await move(shop, { advance: { days: 1 } })
    const errors: unknown[] = []
    vi.spyOn(service(), 'find').mockResolvedValueOnce(away)
    const recovered = () =>
      recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => errors.push(error) })
    expect(await recovered()).toEqual({ taken: 1, completed: 0 })
    expect(errors).toHaveLength(1)
    await expect.poll(recovered).toEqual({ taken: 1, completed: 1 })
    expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([
      { ordered: 10 },
      { charged: 100 },
    ])
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

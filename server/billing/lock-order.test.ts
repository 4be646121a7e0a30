import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '@/db/client'
import { account as accounts, order, subscription, subscriptionChange } from '@/db/schema'
import { declining, move, payer, shopOn, statusOf, subscribe } from '@/test/billing'
import { tokenFor, visa } from '@/test/call'
import { deferred } from '@/test/deferred'
import { waitingForLock } from '@/test/race'
import { testWorld } from '@/test/world'
import { addMethod } from '../account/add-method'
import { contextOf } from '../core/context'
import { findMerchant } from '../merchant/find-merchant'
import { changeSubscription } from '../subscription/change-subscription'
import { endFinishedSubscriptions } from '../subscription/end-subscription'
import { beginDue } from './due'

// Locks are taken in the order: order, account, subscription. Code that starts elsewhere must not wait for any of them.
const world = testWorld({ pool: 20 })

async function shopWithDueSubscription(pan = visa) {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, pan)
  const { id } = await subscribe(shop, account)
  const merchant = await findMerchant(world.runtime.db, shop.merchant)
  if (!merchant) throw new Error('The merchant is gone')
  return { shop, account, id, context: contextOf(world.runtime, merchant) }
}

/** Holds what `lock` locks while `work` runs. */
async function whileLocked<T>(
  lock: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const isLocked = deferred<void>()
  const isDone = deferred<void>()
  const holder = world.runtime.db.transaction(async (tx) => {
    await lock(tx)
    isLocked.resolve()
    await isDone.promise
  })
  try {
    await isLocked.promise
    return await work()
  } finally {
    isDone.resolve()
    await holder
  }
}

const lockAccount = (merchantId: string, id: string) => (tx: Transaction) =>
  tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.merchantId, merchantId), eq(accounts.id, id)))
    .for('no key update')

const lockSubscription = (merchantId: string) => (tx: Transaction) =>
  tx.select().from(subscription).where(eq(subscription.merchantId, merchantId)).for('update')

test('billing begins while an account is locked', async () => {
  const { shop, account, context } = await shopWithDueSubscription()
  const begun = await whileLocked(lockAccount(shop.merchant, account.id), () => beginDue(context, 10))
  expect(begun).toHaveLength(1)
})

test('a finished subscription ends while its account is locked', async () => {
  const { shop, account, context } = await shopWithDueSubscription()
  await context.db
    .update(subscription)
    .set({ due: null, end: '2027-05-01' })
    .where(eq(subscription.merchantId, shop.merchant))
  const ended = whileLocked(lockAccount(shop.merchant, account.id), () =>
    endFinishedSubscriptions(context, 10),
  )
  expect(await ended).toBe(1)
})

test('a card is added while an unpaid order of the account is locked', async () => {
  const { shop, account, context } = await shopWithDueSubscription(declining)
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  expect(await statusOf(shop, account)).toBe('pending')
  const lockOrder = (tx: Transaction) =>
    tx.select().from(order).where(eq(order.merchantId, shop.merchant)).for('update')
  const card = await tokenFor(shop, visa)
  const added = whileLocked(lockOrder, () =>
    addMethod(context, { id: account.id, method: { type: 'token', card } }),
  )
  expect(await added).toMatchObject({ last4: '1111' })
})

test('what billing changes on one subscription is not recorded as done by a request that changes another', async () => {
  const { shop, account, id, context } = await shopWithDueSubscription()
  const { id: other } = await subscribe(shop, account)
  let change: Promise<unknown> = Promise.resolve()
  await context.db.transaction(async (tx) => {
    await tx
      .update(subscription)
      .set({ end: '2027-06-01' })
      .where(and(eq(subscription.merchantId, shop.merchant), eq(subscription.id, other)))
    change = changeSubscription(context, { accountId: account.id, id, change: { items: 50 } })
    await expect.poll(() => waitingForLock(context.db)).toBe(1)
  })
  await change
  const recorded = await context.db
    .select()
    .from(subscriptionChange)
    .where(
      and(eq(subscriptionChange.merchantId, shop.merchant), eq(subscriptionChange.subscriptionId, other)),
    )
  // It was created, and nothing else.
  expect(recorded).toHaveLength(1)
})

test('a transaction that holds a subscription can refer to an account that waits for the subscription', async () => {
  const { shop, account, id, context } = await shopWithDueSubscription()
  let change: Promise<unknown> = Promise.resolve()
  await whileLocked(
    async (tx) => {
      await lockSubscription(shop.merchant)(tx)
      change = changeSubscription(context, { accountId: account.id, id, change: { items: 50 } })
      await expect.poll(() => waitingForLock(context.db)).toBe(1)
      // As inserting an order of the account does.
      await tx.execute(
        sql`select 1 from account where merchant_id = ${shop.merchant} and id = ${account.id} for key share`,
      )
    },
    async () => undefined,
  )
  expect(await change).toMatchObject([{ amount: 5000n }])
})

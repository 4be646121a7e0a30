// @module-tag slow

import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { median } from '@/bench/median'
import { cardConnection, merchant } from '@/db/schema'
import type { Account } from '@/server/model/account'
import { call } from '@/test/call'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { addSubscribers } from '@/test/subscribers'
import { contextNow, testWorld } from '@/test/world'
import { runBilling } from '../../billing/run'
import { dayOf } from '../../model/calendar'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'

const world = testWorld({ cardServiceTimeoutMs: 10_000 })

// Few enough that a slow machine can use a fair part of them.
const perSecond = Number(process.env.PACE_LIMIT ?? 30)
const payments = Number(process.env.PACE_PAYMENTS ?? 120)
const pause = Number(process.env.PACE_PAUSE ?? 250)

/** A merchant whose subscribers are due, at an account that takes `perSecond` requests. */
async function shopWithSubscribers(): Promise<StripeMerchant> {
  const shop = await stripeMerchant(world, { timeoutMs: 10_000 })
  const { db } = world.runtime
  world.runtime.cards = shop.context.cards
  await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
  const { body } = await call<Card>(shop.privateKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const account = await call<Account>(shop.privateKey, 'POST', '/account', {
    method: [{ type: 'token', card: body.token }],
  })
  await addSubscribers(
    db,
    { merchantId: shop.merchant, accountId: account.body.id },
    { count: payments, due: dayOf(new Date(), shop.row.timeZone) },
  )
  await db
    .update(cardConnection)
    .set({ pace: { total: perSecond, endpoint: perSecond }, version: sql`version + 1` })
    .where(eq(cardConnection.merchantId, shop.merchant))
  shop.double.operate('limits', { total: perSecond, endpoint: perSecond })
  shop.double.operate('reset-rate', {})
  return shop
}

/** Creates an order. Returns how long it took, and how many requests the card service received meanwhile. */
async function buy(shop: StripeMerchant): Promise<{ waited: number; others: number }> {
  const { body } = await call<Card>(shop.privateKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const sent = performance.now()
  const before = shop.double.requests.length
  const { status } = await call<Order>(shop.privateKey, 'POST', '/order', {
    items: 10,
    currency: 'SEK',
    payment: { type: 'card', card: body.token },
  })
  expect(status).toBe(201)
  return { waited: performance.now() - sent, others: shop.double.requests.length - before }
}

test('a billing run keeps the pace of the account, and orders do not wait for it', async () => {
  const shop = await shopWithSubscribers()
  const withoutRun: number[] = []
  for (let order = 0; order < 3; order++) withoutRun.push((await buy(shop)).waited)
  const alone = median(withoutRun)
  shop.double.operate('reset-rate', {})
  const context = await contextNow(world, shop)
  const began = performance.now()
  const run = runBilling({ ...context, cards: shop.context.cards })
  const waits: number[] = []
  const overtaken: number[] = []
  let isRunning = true
  void run.finally(() => {
    isRunning = false
  })
  while (isRunning) {
    // Few enough customers to leave room for the run.
    await wait(pause)
    const { waited, others } = await buy(shop)
    waits.push(waited)
    overtaken.push(others)
  }
  const done = await run
  const seconds = (performance.now() - began) / 1000
  const { total = { requests: 0, limited: 0, peak: 0 } } = shop.double.pace.figures()
  const figures = {
    seconds,
    ...total,
    orders: waits.length,
    median: median(waits),
    longest: Math.max(...waits),
  }
  if (process.env.PACE_PAYMENTS) process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(done).toMatchObject({ charged: payments, open: 0, failed: 0 })
  // Orders let at most a second of the account's requests go first, however fast this machine is. On a busy one, a single
  // order may be late, but none waits for the whole run.
  expect(Math.max(...overtaken)).toBeLessThan(payments)
  expect(median(overtaken)).toBeLessThanOrEqual(perSecond)
  // Nor does it wait long. A slow machine needs more time for an order even when nothing else runs.
  expect(median(waits)).toBeLessThan(Math.max(1000, 4 * alone))
  expect(total.limited).toBeLessThan(total.requests / 50)
  // It uses a fair part of what the account allows. A slow machine cannot use all of it.
  expect(total.requests / seconds).toBeGreaterThan(perSecond / 4)
})

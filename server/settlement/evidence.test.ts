// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serviceToken, serviceVerification } from '@/db/schema'
import { call } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { textOfPdf } from '@/test/pdf-text'
import { chargedOrder, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { deleteProofs, deleteTokens } from '../card/delete-tokens'
import { enterBank } from '../card/visit-bank'
import { days, later } from '../core/clock'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { readEvidence } from './evidence'
import { evidencePdf } from './evidence-pdf'

const world = testWorld()

/** An order whose payment the cardholder has approved, and the verification. */
async function approvedOrder(shop: StripeShop) {
  const { body: card } = await call<Card>(shop.publicKey, 'POST', '/card', {
    reference: 'pm_card_threeDSecure2Required',
  })
  const content = { items: 100, currency: 'SEK', payment: { type: 'card', card: card.token } }
  const pay = () => call<Order>(shop.publicKey, 'POST', '/order', content)
  expect((await pay()).status).toBe(400)
  const [verification] = await world.runtime.db
    .select()
    .from(serviceVerification)
    .where(eq(serviceVerification.merchantId, shop.merchant))
  if (!verification) throw new Error('No approval was requested')
  await fetch(verification.bankUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  const before = new Date()
  const { body: order } = await pay()
  return { order, verification, before }
}

const evidenceOf = async (shop: StripeShop, { id }: Order) => {
  const evidence = await readEvidence(shop.context, id)
  const pdf = await new Response(evidencePdf(evidence, shop.context.merchant, new Date())).bytes()
  const text = textOfPdf(pdf).join('\n')
  return {
    approvals: evidence.approvals,
    text: /Approved by the cardholder \(3-D\s+Secure\)\s+(.*)/.exec(text)?.[1],
  }
}

test('evidence and the page of the order name the approval at the bank, though the order has replaced its authorisation', async () => {
  const shop = await stripeShop(world)
  const { order, verification, before } = await approvedOrder(shop)
  const unverified = await chargedOrder(shop)
  const { approvals } = await evidenceOf(shop, order)
  expect(approvals).toEqual([{ requested: verification.created, approved: expect.any(Date) }])
  const [approval] = approvals
  expect(approval?.approved?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(await evidenceOf(shop, unverified)).toEqual({ approvals: [], text: undefined })
  const { order: orders } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  expect((await orders.get({ id: order.id })).approval).toEqual(approval)
  expect((await orders.get({ id: unverified.id })).approval).toBeUndefined()
})

test('an approval is proved for as long as a dispute can come, without what the browser needed', async () => {
  const { db } = world.runtime
  const shop = await stripeShop(world)
  const { order, verification } = await approvedOrder(shop)
  const { pareq, service } = verification
  await enterBank(db, { service, pareq }, { termUrl: 'https://shop.example/paid', merchantData: 'Ada' })
  const known = await evidenceOf(shop, order)
  await deleteTokens(db, later(new Date(), days(1)))
  expect(await db.$count(serviceToken)).toBe(0)
  expect(await evidenceOf(shop, order)).toEqual(known)
  const isItself = eq(serviceVerification.pareq, pareq)
  const [kept] = await db.select().from(serviceVerification).where(isItself)
  expect(kept).toMatchObject({ bankUrl: null, termUrl: null, merchantData: null })
  expect(await enterBank(db, { service, pareq }, {})).toBeUndefined()
  await db.update(serviceVerification).set({ approved: null }).where(isItself)
  const unknownTime = await evidenceOf(shop, order)
  expect([known.text, unknownTime.text].map((text) => text?.includes('requested'))).toEqual([false, true])
  await deleteProofs(db, later(verification.created, -1))
  expect((await evidenceOf(shop, order)).approvals).toHaveLength(1)
  await deleteProofs(db, later(verification.created, 1))
  expect((await evidenceOf(shop, order)).approvals).toEqual([])
})

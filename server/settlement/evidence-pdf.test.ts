// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { declining, ordersOf, payer, subscribe } from '@/test/billing'
import { textOfPdf } from '@/test/pdf-text'
import { testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import { readEvidence } from './evidence'
import { evidencePdf } from './evidence-pdf'

const world = testWorld()

test('evidence about a subscription payment calls its order created, not authorised, and states which e-mails were not delivered', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await billAll(shop.context)
  const [order] = await ordersOf(shop, account)
  if (!order) throw new Error('Nothing was billed')
  // No mail has been sent yet.
  expect((await readEvidence(shop.context, order.id)).mails).toEqual([])
  const reported = async (delivery: 'delivered' | 'bounced' | null) => {
    await world.runtime.db
      .update(mail)
      .set({ status: 'sent', delivery })
      .where(eq(mail.merchantId, shop.merchant))
    const evidence = await readEvidence(shop.context, order.id)
    return textOfPdf(
      await new Response(evidencePdf(evidence, shop.context.merchant, new Date())).bytes(),
    ).join(' ')
  }
  const sent = await reported(null)
  expect(sent).toMatch(new RegExp(`Created for the payment due on\\s+${order.due}`))
  expect(sent).not.toContain('authorised')
  expect(sent).toMatch(/jane@example\.com\s+Sent/)
  expect(await reported('delivered')).toMatch(/jane@example\.com\s+Delivered/)
  expect(await reported('bounced')).toMatch(/jane@example\.com\s+Not delivered/)
})

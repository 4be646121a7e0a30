import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { serviceCustomer } from '@/db/schema'
import { type StripeSession, send } from './client'

const service = 'stripe'

/** Finds or creates the customer of an account. Two processes that do so at once share the idempotency key. */
export async function customerOf(
  db: Database,
  session: StripeSession,
  { merchantId, account }: { merchantId: string; account: string },
): Promise<string> {
  const named = and(
    eq(serviceCustomer.merchantId, merchantId),
    eq(serviceCustomer.service, service),
    eq(serviceCustomer.accountId, account),
  )
  const [known] = await db.select().from(serviceCustomer).where(named)
  if (known) return known.reference
  const { id } = await send(session, 'customer', (options) =>
    session.stripe.customers.create(
      { metadata: { account, merchant: merchantId } },
      { ...options, idempotencyKey: `customer-${merchantId}-${account}` },
    ),
  )
  await db
    .insert(serviceCustomer)
    .values({ merchantId, service, accountId: account, reference: id })
    .onConflictDoNothing()
  const [kept] = await db.select().from(serviceCustomer).where(named)
  return kept?.reference ?? id
}

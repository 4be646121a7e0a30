import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '@/db/client'
import { serviceCustomer } from '@/db/schema'
import { type StripeSession, send } from './client'

const service = 'stripe'

interface CustomerOwner {
  merchantId: string
  account: string
}

/** Finds or creates the customer of an account. Two processes that do so at once share the idempotency key. */
export async function customerOf(
  db: Database,
  session: StripeSession,
  { merchantId, account }: CustomerOwner,
): Promise<string> {
  const known = await findCustomer(db, { merchantId, account })
  if (known !== undefined) return known
  const reference = await create(session, { merchantId, account }, keyOf({ merchantId, account }))
  await db
    .insert(serviceCustomer)
    .values({ merchantId, service, accountId: account, reference })
    .onConflictDoNothing()
  return (await findCustomer(db, { merchantId, account })) ?? reference
}

/** Returns the customer that replaces one which Stripe no longer has. Creates it, unless that has been done. */
export async function replaceCustomer(
  db: Database,
  session: StripeSession,
  { merchantId, account }: CustomerOwner,
  missing: string,
): Promise<string> {
  const owner = { merchantId, account }
  const known = await findCustomer(db, owner)
  if (known !== undefined && known !== missing) return known
  const reference = await create(session, owner, `${keyOf(owner)}-instead-of-${missing}`)
  await db
    .update(serviceCustomer)
    .set({ reference })
    .where(and(isOf(owner), eq(serviceCustomer.reference, missing)))
  return (await findCustomer(db, owner)) ?? reference
}

/** Whether a request failed because its customer was deleted, or belongs to another account of Stripe. */
export const isMissingCustomer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.code === 'resource_missing' &&
  error.param === 'customer'

const keyOf = ({ merchantId, account }: CustomerOwner) => `customer-${merchantId}-${account}`

const isOf = ({ merchantId, account }: CustomerOwner) =>
  and(
    eq(serviceCustomer.merchantId, merchantId),
    eq(serviceCustomer.service, service),
    eq(serviceCustomer.accountId, account),
  )

async function findCustomer(db: Database, owner: CustomerOwner): Promise<string | undefined> {
  const [row] = await db.select().from(serviceCustomer).where(isOf(owner))
  return row?.reference
}

async function create(
  session: StripeSession,
  { merchantId, account }: CustomerOwner,
  idempotencyKey: string,
): Promise<string> {
  const { id } = await send(session, 'customer', (options) =>
    session.stripe.customers.create(
      { metadata: { account, merchant: merchantId } },
      { ...options, idempotencyKey },
    ),
  )
  return id
}

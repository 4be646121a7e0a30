import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '@/db/client'
import { serviceCustomer } from '@/db/schema'
import { type StripeSession, send } from './client'
import { isReplayedFault } from './outcome'

const service = 'stripe'

interface CustomerOwner {
  merchantId: string
  account: string
}

/** The operation that needs a customer. */
type NeedingCustomer = CustomerOwner & { operation: string }

/** Finds or creates the customer of an account. Two processes that do so at once share the idempotency key. */
export async function customerOf(
  db: Database,
  session: StripeSession,
  call: NeedingCustomer,
): Promise<string> {
  const { merchantId, account } = call
  const known = await findCustomer(db, call)
  if (known !== undefined) return known
  const reference = await create(session, call, keyOf(call))
  await db
    .insert(serviceCustomer)
    .values({ merchantId, service, accountId: account, reference })
    .onConflictDoNothing()
  return (await findCustomer(db, call)) ?? reference
}

/** Returns the customer that replaces one which Stripe no longer has. Creates it, unless that has been done. */
export async function replaceCustomer(
  db: Database,
  session: StripeSession,
  call: NeedingCustomer,
  missing: string,
): Promise<string> {
  const known = await findCustomer(db, call)
  if (known !== undefined && known !== missing) return known
  const reference = await create(session, call, `${keyOf(call)}-instead-of-${missing}`)
  await db
    .update(serviceCustomer)
    .set({ reference })
    .where(and(isOf(call), eq(serviceCustomer.reference, missing)))
  return (await findCustomer(db, call)) ?? reference
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

/**
 * Creates a customer. If Stripe repeats a fault under the key, uses a key of the operation instead: the customer that the
 * fault may hide is never used.
 */
async function create(
  session: StripeSession,
  { merchantId, account, operation }: NeedingCustomer,
  idempotencyKey: string,
): Promise<string> {
  const createUnder = (key: string) =>
    send(session, 'customer', (options) =>
      session.stripe.customers.create(
        { metadata: { account, merchant: merchantId } },
        { ...options, idempotencyKey: key },
      ),
    )
  const { id } = await createUnder(idempotencyKey).catch((error: unknown) => {
    if (!isReplayedFault(error)) throw error
    return createUnder(`${idempotencyKey}-${operation}`)
  })
  return id
}

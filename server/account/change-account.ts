import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Context } from '../core/context'
import { endSessions } from '../key/customer-sessions'
import type { Customer } from '../model/account'
import { fail } from '../model/errors'
import type { Language } from '../model/language'
import { accountTransaction, isAddressOf } from '../store/accounts'
import { confirms } from '../store/confirm-account'
import { withdrawEmailChange } from './withdraw-email-change'

interface AccountChange {
  id: string
  /** Replaces the whole customer. */
  customer?: Customer
  /** The customer that the new one is based on. */
  expected?: object | null | undefined
  /** Null leaves the language to the customer. */
  language?: Language | null | undefined
}

/**
 * Changes an account. Another address replaces one that waits to be confirmed. If someone other than the customer changes
 * it, sessions opened through links to the old address end: it may be a stranger's. Throws `not-found`;
 * `customer.changed` if the customer is not the expected one.
 */
export async function changeAccount(
  context: Context,
  { id, customer, expected, language }: AccountChange,
): Promise<void> {
  const change = { ...(customer && { customer }), ...(language !== undefined && { language }) }
  await accountTransaction(context, id, async (inside, row) => {
    const { db, merchant, actor } = inside
    // A request that is repeated after a lost response finds the customer that it saved itself.
    const isKnown = [expected, customer].some((each) => isDeepStrictEqual(row.customer, each))
    if (expected !== undefined && !isKnown) throw fail('customer.changed')
    const set = { confirmed: row.confirmed || confirms(actor), ...change }
    await db
      .update(account)
      .set(set)
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
    const before = row.customer?.email
    if (!customer || customer.email === before) return
    await withdrawEmailChange(inside, id)
    const isOther = before !== undefined && !isAddressOf({ customer }, before)
    if (isOther && actor.kind !== 'account') await endSessions(inside, id)
  })
}

/** Replaces the whole customer of an account. Throws `not-found`. */
export async function replaceCustomer(
  context: Context,
  { id, customer }: { id: string; customer: Customer },
): Promise<Customer> {
  await changeAccount(context, { id, customer })
  return customer
}

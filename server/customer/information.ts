import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Context } from '../core/context'
import type { Customer } from '../model/account'
import { accountTransaction } from '../store/accounts'

/** What a customer changes at once: all but the address that mail goes to, and the merchant's own name for them. */
export type Information = Omit<Customer, 'email' | 'id'>

/** Replaces what customers say of themselves. Throws `not-found`. */
export function saveInformation(
  { db, merchant }: Context,
  accountId: string,
  information: Information,
): Promise<Customer> {
  // Locked, because the e-mail address may be confirmed at this very moment.
  return accountTransaction({ db, merchant }, accountId, async (tx, { customer }) => {
    const { id, email } = customer ?? {}
    const saved: Customer = {
      ...information,
      ...(id !== undefined && { id }),
      ...(email !== undefined && { email }),
    }
    await tx
      .update(account)
      .set({ customer: saved })
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, accountId)))
    return saved
  })
}

import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Context } from '../core/context'
import type { Customer } from '../model/account'
import { accountTransaction } from '../store/accounts'

/** What a customer changes at once: everything except the e-mail address and the merchant's own id for them. */
export type Information = Omit<Customer, 'email' | 'id'>

/** Replaces the information that customers give about themselves. Throws `not-found`. */
export function saveInformation(
  context: Context,
  { accountId, information }: { accountId: string; information: Information },
): Promise<Customer> {
  // Locked, because the e-mail address may be confirmed at the same moment.
  return accountTransaction(context, accountId, async ({ db, merchant }, { customer }) => {
    const { id, email } = customer ?? {}
    const saved: Customer = {
      ...information,
      ...(id !== undefined && { id }),
      ...(email !== undefined && { email }),
    }
    await db
      .update(account)
      .set({ customer: saved })
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, accountId)))
    return saved
  })
}

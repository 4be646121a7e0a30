import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Context } from '../core/context'
import type { Customer } from '../model/account'
import { accountTransaction } from '../store/accounts'

/**
 * Saves the information that customers give about themselves. `change` gets the stored customer and returns the new one,
 * of which the e-mail address and the merchant's own id are not saved; without one, nothing is saved. Returns the result
 * of `change`, and the customer before. Throws `not-found`.
 */
export function saveInformation<Read extends { customer?: Customer | undefined }>(
  context: Context,
  accountId: string,
  change: (stored: Customer | null) => Read,
): Promise<{ read: Read; before: Customer | null }> {
  // Locked, because the e-mail address may be confirmed at the same moment, or the merchant may save the customer.
  return accountTransaction(context, accountId, async ({ db, merchant }, { customer: before }) => {
    const read = change(before)
    if (!read.customer) return { read, before }
    const { id: _id, email: _email, ...information } = read.customer
    const { id, email } = before ?? {}
    const saved: Customer = {
      ...information,
      ...(id !== undefined && { id }),
      ...(email !== undefined && { email }),
    }
    await db
      .update(account)
      .set({ customer: saved })
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, accountId)))
    return { read, before }
  })
}

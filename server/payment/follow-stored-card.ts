import { and, eq, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { method } from '@/db/schema'
import { type NoticeRow, storedCardOfNotice } from '../card/notices'
import type { Context } from '../core/context'
import { hasCode } from '../model/errors'
import { accountTransaction } from '../store/accounts'

/**
 * Updates a card on an account after a notice that the card service has updated it, for example because the bank issued
 * a new one. A card that is on the account twice by now keeps its old fingerprint, because the same card is one method.
 */
export async function followStoredCard(context: Context, notice: NoticeRow): Promise<void> {
  const { cards, merchant } = context
  const found = await storedCardOfNotice(cards, notice)
  if (!found) return
  const { account, reference, scheme, last4, expires, fingerprint } = found
  const isCard = and(
    eq(method.merchantId, merchant.id),
    eq(method.accountId, account),
    eq(method.service, notice.service),
    eq(method.serviceReference, reference),
  )
  const other = alias(method, 'other')
  try {
    await accountTransaction(context, account, async ({ db }) => {
      await db.update(method).set({ scheme, last4, expires }).where(isCard)
      const same = db
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            eq(other.merchantId, merchant.id),
            eq(other.accountId, account),
            eq(other.service, notice.service),
            eq(other.fingerprint, fingerprint),
            ne(other.serviceReference, reference),
          ),
        )
      await db
        .update(method)
        .set({ fingerprint })
        .where(and(isCard, notExists(same)))
    })
  } catch (error) {
    // A customer of another system that uses the same account at the card service.
    if (!hasCode(error, 'not-found')) throw error
  }
}

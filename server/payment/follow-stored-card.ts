import { and, eq, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { method } from '@/db/schema'
import { type NoticeRow, storedCardOfNotice } from '../card/notices'
import type { Context } from '../core/context'
import { accountTransaction } from '../store/accounts'

/**
 * Updates a card after a notice that the card service has updated it, for example because the bank issued a new one. A
 * card that another system stored can be on several accounts. On an account that has the new card already, it keeps its
 * old fingerprint, because the same card is one method.
 */
export async function followStoredCard(context: Context, notice: NoticeRow): Promise<void> {
  const { cards, db, merchant } = context
  const found = await storedCardOfNotice(cards, notice)
  if (!found) return
  const { reference, scheme, last4, expires, fingerprint } = found
  const isCard = and(
    eq(method.merchantId, merchant.id),
    eq(method.service, notice.service),
    eq(method.serviceReference, reference),
  )
  const accounts = await db.select({ id: method.accountId }).from(method).where(isCard)
  for (const { id } of accounts)
    await accountTransaction(context, id, async ({ db }) => {
      const isItsCard = and(isCard, eq(method.accountId, id))
      await db.update(method).set({ scheme, last4, expires }).where(isItsCard)
      const other = alias(method, 'other')
      const same = db
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            eq(other.merchantId, merchant.id),
            eq(other.accountId, id),
            eq(other.service, notice.service),
            eq(other.fingerprint, fingerprint),
            ne(other.serviceReference, reference),
          ),
        )
      await db
        .update(method)
        .set({ fingerprint })
        .where(and(isItsCard, notExists(same)))
    })
}

import { and, eq } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { method } from '@/db/schema'
import { hastenRetries, payUnpaid } from '../billing/retry'
import type { Context } from '../context'
import { notFound } from '../error/error'
import { makeDefault } from './attach'
import { lockAccount, type MethodRow, methodsOf } from './queries'
import { settleStatus } from './status'

/*
 * What a customer does with one card. Each looks at the cards under the account's lock: a list of all that are to be
 * kept, as the interface takes it, would drop a card that was added since the page was shown.
 */

/** Has payments taken from this card from now on; what is unpaid is tried with it at once. Throws `not found`. */
export const putCardFirst = (context: Context, accountId: string, methodId: string): Promise<void> =>
  changed(context, accountId, methodId, async (tx, row, cards) => {
    await makeDefault(tx, row, cards)
    return row
  })

/**
 * Takes a card off an account. If payments were taken from it, the next one takes its place, and what is unpaid is
 * tried with that at once. Throws `not found`.
 */
export const removeCard = (context: Context, accountId: string, methodId: string): Promise<void> =>
  changed(context, accountId, methodId, async (tx, row, cards) => {
    const { merchantId, id } = row
    await tx
      .delete(method)
      .where(and(eq(method.merchantId, merchantId), eq(method.accountId, accountId), eq(method.id, id)))
    const rest = cards.filter((card) => card.id !== id)
    const [first] = rest
    if (first) await makeDefault(tx, first, rest)
    return first
  })

/** `change` answers the card that payments are taken from afterwards. */
async function changed(
  context: Context,
  accountId: string,
  methodId: string,
  change: (tx: Transaction, row: MethodRow, cards: MethodRow[]) => Promise<MethodRow | undefined>,
): Promise<void> {
  const { db, merchant } = context
  const hasNewDefault = await db.transaction(async (tx) => {
    await lockAccount(tx, merchant.id, accountId)
    const cards = await methodsOf(tx, merchant.id, accountId)
    const row = cards.find(({ id }) => id === methodId)
    if (!row) throw notFound('Method')
    const first = await change(tx, row, cards)
    const isNew = first !== undefined && first.id !== cards[0]?.id
    if (isNew) await hastenRetries(context, tx, accountId)
    await settleStatus(context, tx, [accountId])
    return isNew
  })
  if (hasNewDefault) await payUnpaid(context, accountId)
}

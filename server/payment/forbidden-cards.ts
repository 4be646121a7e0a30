import { and, eq } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { declineCodeOf } from '../model/card/describe-failure'
import { type DeclineCode, forbidsRetries } from '../model/card/service'
import type { MethodRow } from '../store/accounts'
import { type LastFailure, lastFailures } from '../store/last-failures'
import { isCardOf } from '../store/order-payment'
import { isUnpaid } from '../store/unpaid'

/** Why a card must not be tried again, by the last failure of an order; undefined if it may be. */
export const forbiddenBy = (
  failure: LastFailure | undefined,
  row: Parameters<typeof isCardOf>[0],
  card: MethodRow,
): DeclineCode | undefined =>
  failure && forbidsRetries(failure.code) && isCardOf(row, card) ? declineCodeOf(failure.code) : undefined

/** Returns which accounts' cards must not be tried again, and why, by what the accounts owe. Most owe nothing. */
export async function forbiddenCards(
  scope: Scope,
  cards: ReadonlyMap<string, MethodRow>,
): Promise<Map<string, DeclineCode>> {
  const { db, merchant } = scope
  const owed = await db
    .select()
    .from(order)
    .where(and(eq(order.merchantId, merchant.id), isOneOf(order.accountId, [...cards.keys()]), isUnpaid))
  if (owed.length === 0) return new Map()
  const ids = owed.map(({ id }) => id)
  const failures = await lastFailures(scope, ids)
  return new Map(
    owed.flatMap((row) => {
      const card = cards.get(row.accountId ?? '')
      const code = card && forbiddenBy(failures.get(row.id), row, card)
      return row.accountId !== null && code ? [[row.accountId, code]] : []
    }),
  )
}

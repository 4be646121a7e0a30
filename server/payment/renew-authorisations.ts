import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { merchant, order } from '@/db/schema'
import { later, realClock } from '../core/clock'
import type { Context } from '../core/context'
import type { Runtime } from '../core/runtime'
import { hasCode, KassaError } from '../model/errors'
import { defaultMethods } from '../store/accounts'
import { placeAfter } from '../store/operations'
import { findOrderSnapshot } from '../store/order-snapshot'
import { payerOf } from './begin-payments'
import { completeOperation } from './complete-operation'
import { expiresSoon, forEachEnding, noticePeriod, type OnError } from './ending-authorisations'
import { followService } from './follow-service'
import { insertOperation, newOperation } from './new-operation'

/**
 * Renews authorisations that expire within a day, for merchants who want that: authorises the amount again with the
 * account's default card, and releases the old authorisation. Leaves out orders that were partly charged or cancelled,
 * so that refunds never have to be divided. Each authorisation is renewed at most once; after a decline it expires.
 */
export async function renewAuthorisations(runtime: Runtime, onError: OnError): Promise<void> {
  const isDue = and(
    expiresSoon(runtime.clock.now()),
    isNull(order.expiryNotified),
    isNotNull(order.accountId),
    eq(order.ordered, order.amount),
    eq(merchant.renewAuthorisations, true),
  )
  await forEachEnding(runtime, { which: isDue, first: 'earliest', onError }, renew)
}

async function renew(context: Context, id: string): Promise<void> {
  // Someone may have captured or cancelled it at the card service.
  if (!(await followService(context, id))) return
  const snapshot = await findOrderSnapshot(context, id)
  const { order: row, running = [], lastPlace } = snapshot ?? {}
  if (!row?.authorisedUntil || row.accountId === null || row.ordered !== row.amount || running.length > 0)
    return
  // Another worker may have renewed it since it was found.
  if (row.authorisedUntil > later(realClock(context).now(), noticePeriod)) return
  const method = (await defaultMethods(context, [row.accountId])).get(row.accountId)
  if (!method) return
  const renewal = newOperation(
    { ...context, origin: `renewal:${id}:${row.authorisedUntil.toISOString()}` },
    {
      orderId: id,
      place: placeAfter(lastPlace),
      kind: 'authorise',
      currency: row.currency,
      amount: row.ordered,
      byAccount: true,
      payer: payerOf(method),
    },
  )
  if (!(await insertOperation(context.db, renewal))) return
  try {
    await completeOperation(context, renewal)
  } catch (error) {
    // A refused renewal leaves the old authorisation, and the merchant is notified that it expires. Without a response,
    // recovery looks it up.
    if (!(error instanceof KassaError) || hasCode(error, 'not-found')) throw error
  }
}

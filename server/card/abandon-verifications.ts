import { and, asc, eq, getTableColumns, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { merchant, operation, order, serviceToken, serviceVerification } from '@/db/schema'
import { hours, later } from '../core/clock'
import { instantSql } from '../core/instants'
import type { Runtime } from '../core/runtime'
import { eachByMerchant } from './each-by-merchant'
import { repeatable } from './remove-cards'

/** How long after its token has expired a verification is given up: a request may have begun just before. */
const grace = hours(1)
const batch = 100

type AbandonedVerification = typeof serviceVerification.$inferSelect

type OnError = (error: unknown, verification: AbandonedVerification) => void

/**
 * Gives up payments, and cards to store, that waited for their cardholder and cannot be continued because the token has
 * expired by the merchant's clock. An approved payment holds the cardholder's money until then, and an approved card is
 * stored. An error at one does not stop the others. Returns how many.
 */
export async function abandonVerifications(
  { db, cards, clock }: Pick<Runtime, 'db' | 'cards' | 'clock'>,
  onError: OnError,
): Promise<number> {
  const now = clock.now()
  const before = later(now, -grace)
  return eachByMerchant<ExpiredVerification>({
    batch,
    next: (after) => nextOf(db, before, after),
    act: async ({ merchantId, pareq, service, purpose, reference, clockAhead }) => {
      await cards.named(service).abandon?.({ merchantId, now: later(now, clockAhead), purpose, reference })
      await db
        .delete(serviceVerification)
        .where(and(eq(serviceVerification.merchantId, merchantId), eq(serviceVerification.pareq, pareq)))
      return true
    },
    onError,
  })
}

/** A verification, when its token has expired, and how far ahead its merchant's clock is. */
type ExpiredVerification = AbandonedVerification & { validUntil: Date; clockAhead: number }

/** The next to give up, those whose tokens expired first. */
function nextOf(
  db: Queryable,
  before: Date,
  after: ExpiredVerification | undefined,
): Promise<ExpiredVerification[]> {
  const { validUntil } = serviceToken
  const { clockAhead } = merchant
  const byItsClock = (time: Date) => sql`${instantSql(time)} + ${clockAhead} * interval '1 millisecond'`
  const { merchantId, service, reference, pareq, tokenId, purpose, usedBy } = serviceVerification
  const isAfter =
    after &&
    sql`(${validUntil}, ${merchantId}, ${pareq}) > (${instantSql(after.validUntil)},
      ${after.merchantId}, ${after.pareq})`
  const running = db
    .select({ id: operation.id })
    .from(operation)
    .where(
      and(
        eq(operation.merchantId, merchantId),
        eq(operation.id, serviceToken.usedBy),
        // The indexes of running operations have one status each.
        or(eq(operation.status, 'pending'), eq(operation.status, 'accepted')),
      ),
    )
  const paidOrder = db
    .select({ id: order.id })
    .from(order)
    .where(
      and(
        eq(order.merchantId, merchantId),
        eq(order.service, service),
        eq(order.serviceReference, reference),
        // The condition of the index.
        ne(order.service, 'test'),
      ),
    )
  return db
    .select({ ...getTableColumns(serviceVerification), validUntil, clockAhead })
    .from(serviceVerification)
    .innerJoin(
      serviceToken,
      and(
        eq(serviceToken.merchantId, merchantId),
        eq(serviceToken.service, service),
        eq(serviceToken.id, tokenId),
      ),
    )
    .innerJoin(merchant, eq(merchant.id, merchantId))
    .where(
      and(
        // A request that has used the token to store its card belongs to no operation, and can be repeated for a while.
        or(
          eq(purpose, 'authorise'),
          isNull(serviceToken.usedBy),
          lt(validUntil, byItsClock(later(before, -repeatable))),
        ),
        isNull(usedBy),
        lt(validUntil, byItsClock(before)),
        // An operation that has the token may still continue the payment.
        notExists(running),
        // An operation that continued it may have been stopped before it recorded that.
        notExists(paidOrder),
        isAfter,
      ),
    )
    .orderBy(asc(validUntil), asc(merchantId), asc(pareq))
    .limit(batch)
}

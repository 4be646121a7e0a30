import { isDeepStrictEqual } from 'node:util'
import { and } from 'drizzle-orm'
import { difference } from '@/db/schema'
import type { Context } from '../../core/context'
import { fail } from '../../model/errors'
import { ordersByAuthorisation } from '../../store/authorisations'
import { adoptChanges } from '../adopt-changes'
import { followService } from '../follow-service'
import { examine, findBookedPayment } from './examine'
import { isOverdue, isPending } from './overdue'
import { changeState, type DifferenceRow, isNamed, isUnresolved, storeDifference } from './stored-differences'
import { adoptPayment, explainUnknown, isWaiting } from './unknown-payments'

/** How many times changes are computed again because the order was busy. */
const maxAttempts = 3

/** What a person sees of a difference: what it is, its amounts, and whether it would be recorded as events. */
type ShownDifference = Pick<DifferenceRow, 'kind' | 'details' | 'adoptable'>

interface Confirmed {
  /** The difference that the page showed. No other one is adopted. */
  expected?: ShownDifference | undefined
}

/**
 * Brings an order in line with the card service, if its difference can be recorded as events. Notes it otherwise, so
 * that it is not reported again unless it changes. Returns the new state; `open` if the order is busy, or if its payment
 * waits for the operation that continues it. Throws `order.changed` if the difference is no longer the expected one; the
 * new one is stored, so that the page shows it next.
 */
export async function adoptDifference(
  context: Context,
  row: DifferenceRow,
  confirmed: Confirmed = {},
): Promise<DifferenceRow['state']> {
  const state = await adopt(context, row, confirmed)
  if (state !== 'open') await changeState(context, row, state)
  return state
}

async function adopt(
  context: Context,
  row: DifferenceRow,
  confirmed: Confirmed,
): Promise<DifferenceRow['state']> {
  if (isOverdue(row)) return (await isPending(context, row.details)) ? 'noted' : 'gone'
  return isOfPayment(row) ? adoptUnknownPayment(context, row) : adoptOfOrder(context, row, confirmed)
}

async function adoptUnknownPayment(context: Context, row: DifferenceRow): Promise<DifferenceRow['state']> {
  if (await hasOrder(context, row)) return 'gone'
  const payment = await findBookedPayment(context, row)
  if (!payment) return 'noted'
  if (await isWaiting(context, row.service, payment)) return 'open'
  const status = await adoptPayment(context, payment)
  if (status === 'impossible') return 'noted'
  if (status === 'busy') return 'open'
  // Its operation only authorised or charged it. What happened to it later is found by comparing them.
  if (payment.order !== undefined) await followService(context, payment.order)
  return 'adopted'
}

async function adoptOfOrder(
  context: Context,
  row: DifferenceRow,
  { expected }: Confirmed,
): Promise<DifferenceRow['state']> {
  const { orderId, service, reference } = row
  if (orderId === null) return 'noted'
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const examined = await examine(context, orderId)
    if (!examined) return 'gone'
    if (examined.status === 'in progress') return 'open'
    const current = examined.differences.find(({ aspect }) => row.key === `${orderId} ${aspect}`)
    if (!current) return 'gone'
    if (expected && !isSame(current, expected)) {
      await storeDifference(context, { ...current, service, orderId, reference })
      throw fail('order.changed')
    }
    if (!current.adoptable) return 'noted'
    const { changes } = current
    const { status } = await adoptChanges(context, { orderId, changes, seen: examined.seen })
    if (status === 'adopted') return 'adopted'
    if (status === 'impossible') return 'noted'
  }
  return 'open'
}

/** Whether a difference is about a payment that no order referred to when it was found. */
const isOfPayment = ({ kind }: DifferenceRow) =>
  kind === 'foreign' || kind === 'duplicate' || kind === 'missing here'

/** Whether an order refers to the payment by now, for example because a backup was restored. */
async function hasOrder(context: Context, { service, reference }: DifferenceRow): Promise<boolean> {
  if (reference === null) return false
  return (await ordersByAuthorisation(context, { service, references: [reference] })).size > 0
}

/** Whether a difference that was found before is still there. */
export async function isStill(context: Context, row: DifferenceRow): Promise<boolean> {
  if (isOverdue(row)) return isPending(context, row.details)
  if (isOfPayment(row)) {
    const payment = (await hasOrder(context, row)) ? undefined : await findBookedPayment(context, row)
    if (!payment) return false
    const { differences } = await explainUnknown(context, { service: row.service, payments: [payment] })
    return differences.some(({ kind }) => kind === row.kind)
  }
  const examined = row.orderId === null ? undefined : await examine(context, row.orderId)
  if (examined?.status !== 'compared') return examined !== undefined
  return examined.differences.some(({ aspect }) => row.key === `${row.orderId} ${aspect}`)
}

const isSame = (one: ShownDifference, other: ShownDifference): boolean =>
  one.kind === other.kind &&
  one.adoptable === other.adoptable &&
  isDeepStrictEqual(one.details, other.details)

/**
 * Adopts a difference, or notes it. Throws `not-found`, or `order.changed` if the difference is no longer the expected
 * one.
 */
export async function adoptNamed(
  context: Context,
  { service, key, expected }: Pick<DifferenceRow, 'service' | 'key'> & Confirmed,
): Promise<DifferenceRow & { was: DifferenceRow['state'] }> {
  const [row] = await context.db
    .select()
    .from(difference)
    .where(and(isNamed(context.merchant.id, { service, key }), isUnresolved))
  if (!row) throw fail('not-found', { what: 'difference' })
  if (expected && !isSame(row, expected)) throw fail('order.changed')
  const state = await adoptDifference(context, row, { expected })
  return { ...row, was: row.state, state }
}

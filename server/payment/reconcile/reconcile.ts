import { and, eq } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { reconciliation } from '@/db/schema'
import { connectionOf } from '../../card/connection'
import { days, realClock } from '../../core/clock'
import type { Context } from '../../core/context'
import { newId } from '../../core/id'
import type { TimeRange } from '../../model/card/books'
import { adoptDifference, isStill } from './adopt-difference'
import { type Counts, compareBooks } from './compare-books'
import { isOverdue, overdueDifference, overdueOperations } from './overdue'
import { changeState, type DifferenceRow, storeDifference, unresolvedDifferences } from './stored-differences'

export type ReconciliationRow = typeof reconciliation.$inferSelect

/** A comparison of Kassa's books with those of all card services that a merchant uses. */
export interface Reconciliation extends Counts {
  /** What it found, without differences that were noted before. Their state says whether they were adopted. */
  differences: DifferenceRow[]
  /** How many of the differences it found had been noted before. */
  noted: number
  id: string
}

/** The period compared daily and on request. Longer than an authorisation lasts or most refunds take. */
export const comparedPeriod = days(35)

/** A comparison stops after this many: the service probably uses another account, or every payment is affected. */
const maxDifferences = 10_000

class TooManyDifferences extends Error {
  override readonly name = 'TooManyDifferences'
  constructor(service: string) {
    super(
      `More than ${maxDifferences} payments differ between Kassa and ${service}. Check which account it uses.`,
    )
  }
}

interface Given {
  cause: ReconciliationRow['cause']
  range: TimeRange
  /** Whether to record as events what can be recorded, and mark the rest as noted. */
  adopt?: boolean
}

/**
 * Compares Kassa's books with the card services', and stores the differences. Known differences are always checked
 * again.
 */
export const reconcile = async (context: Context, given: Given): Promise<Reconciliation> =>
  (await beginReconciliation(context, given))()

/**
 * The same in two steps: records the comparison as running, with `db` in the caller's transaction, and returns a function
 * that carries it out.
 */
export async function beginReconciliation(
  context: Context,
  given: Given,
  db: Queryable = context.db,
): Promise<() => Promise<Reconciliation>> {
  const run = await begin({ ...context, db }, given)
  return () => carryOut(context, run, given)
}

async function carryOut(
  context: Context,
  run: Awaited<ReturnType<typeof begin>>,
  { range, adopt = false }: Given,
): Promise<Reconciliation> {
  try {
    const found = await compareAll(context, range)
    const fresh = found.stored.filter(({ state }) => state === 'open')
    const differences = adopt ? await adoptAll(context, fresh) : fresh
    const noted = found.stored.length - fresh.length
    const adopted = differences.filter(({ state }) => state === 'adopted').length
    await end(context, run, { ...found.counts, found: found.stored.length, adopted })
    return { ...run, ...found.counts, differences, noted }
  } catch (error) {
    await end(context, run, { error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

async function compareAll(
  context: Context,
  range: TimeRange,
): Promise<{ stored: DifferenceRow[]; counts: Counts }> {
  const before = await unresolvedDifferences(context)
  const stored: DifferenceRow[] = []
  const counts = { orders: 0, payments: 0, inProgress: 0 }
  for (const service of await comparableServices(context)) {
    const report = async (found: Parameters<typeof storeDifference>[1]) => {
      if (stored.length >= maxDifferences) throw new TooManyDifferences(service)
      stored.push(await storeDifference(context, found))
    }
    const overdue = await overdueOperations(context, service)
    const read = await compareBooks(context, {
      ...{ service, range, report },
      overdue: new Set(overdue.map(({ id }) => id)),
    })
    // An overdue operation whose payment was found is reported with that payment.
    const found = new Set(stored.map(({ details }) => details.operation))
    for (const begun of overdue.filter(({ id }) => !found.has(id)))
      await report(overdueDifference(service, begun))
    counts.orders += read.orders
    counts.payments += read.payments
    counts.inProgress += read.inProgress
  }
  const foundNames = new Set(stored.map(nameOf))
  const operations = new Set(stored.map(({ details }) => details.operation))
  for (const row of before.filter((each) => !foundNames.has(nameOf(each)))) {
    const isReplaced = isOverdue(row) && operations.has(row.details.operation)
    if (!isReplaced && (await isStill(context, row))) stored.push(row)
    else await changeState(context, row, 'gone')
  }
  return { stored, counts }
}

const nameOf = ({ service, key }: DifferenceRow) => `${service} ${key}`

/** The card services whose books can be read: those that the merchant has connected, or that need no connection. */
async function comparableServices({ cards, db, merchant }: Context): Promise<string[]> {
  const usable = await Promise.all(
    cards.all.map(
      async ({ name: service, connecting }) =>
        connecting === undefined ||
        (await connectionOf(db, { merchantId: merchant.id, service })) !== undefined,
    ),
  )
  return cards.all.flatMap(({ name }, index) => (usable[index] ? name : []))
}

async function adoptAll(context: Context, differences: readonly DifferenceRow[]): Promise<DifferenceRow[]> {
  const adopted: DifferenceRow[] = []
  for (const row of differences) adopted.push({ ...row, state: await adoptDifference(context, row) })
  return adopted
}

async function begin(
  context: Context,
  { cause, range }: Pick<Given, 'cause' | 'range'>,
): Promise<Pick<ReconciliationRow, 'id'>> {
  const id = newId()
  await context.db.insert(reconciliation).values({
    merchantId: context.merchant.id,
    id,
    cause,
    rangeFrom: range.from,
    rangeTo: range.to ?? null,
    started: realClock(context).now(),
  })
  return { id }
}

async function end(
  context: Context,
  { id }: Pick<ReconciliationRow, 'id'>,
  result: Partial<ReconciliationRow>,
): Promise<void> {
  await context.db
    .update(reconciliation)
    .set({ ...result, finished: realClock(context).now() })
    .where(and(eq(reconciliation.merchantId, context.merchant.id), eq(reconciliation.id, id)))
}

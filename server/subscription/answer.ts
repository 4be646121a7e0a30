import { toMajor } from '../money/money'
import type { SubscriptionRow } from './queries'
import { datesFrom } from './schedule'
import type { Subscription, Upcoming } from './schemas'

/** How a subscription is answered. */
export const subscriptionAnswer = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  ...(row.number !== null && { number: row.number }),
  items: row.items,
  currency: row.currency,
  schedule: row.schedule,
  start: row.start,
  ...(row.due !== null && { due: row.due }),
  ...(row.end !== null && { end: row.end }),
  ...(row.callback !== null && { callback: row.callback }),
})

/** The dates to come of a subscription with their amounts, the next due date first. */
export function upcoming(row: SubscriptionRow, count: number): Upcoming[] {
  if (row.due === null) return []
  const terms = { schedule: row.schedule, start: row.start, end: row.end ?? undefined }
  const amount = toMajor(row.amount, row.currency)
  return datesFrom(terms, row.due, count).map((date) => ({ date, amount, currency: row.currency }))
}

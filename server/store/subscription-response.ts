import { toMajor } from '../model/money/money'
import { datesFrom } from '../model/subscription/dates'
import type { Subscription, Upcoming } from '../model/subscription/schemas'
import type { SubscriptionRow } from './subscriptions'

/** Returns a subscription as responses show it. */
export const subscriptionResponse = (row: SubscriptionRow): Subscription => ({
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

/** Returns the upcoming dates of a subscription with their amounts, soonest first. */
export function upcoming(row: SubscriptionRow, count: number): Upcoming[] {
  if (row.due === null) return []
  const terms = { schedule: row.schedule, start: row.start, end: row.end ?? undefined }
  const amount = toMajor(row)
  return datesFrom(terms, row.due, count).map((date) => ({ date, amount, currency: row.currency }))
}

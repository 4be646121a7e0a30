import { type Actor, isForMerchant } from '../core/context'
import { toMajor } from '../model/money/money'
import { datesFrom } from '../model/subscription/dates'
import { type PlannedChange, termsOn, withPlanned } from '../model/subscription/planned-change'
import type { Subscription, Upcoming } from '../model/subscription/schemas'
import type { SubscriptionRow } from './subscriptions'

/** Returns a subscription as responses show it. Only the holder of a private key sees its planned change. */
export const subscriptionResponse = (row: SubscriptionRow, reader?: Actor): Subscription => ({
  id: row.id,
  ...(row.number !== null && { number: row.number }),
  items: row.items,
  currency: row.currency,
  schedule: row.schedule,
  start: row.start,
  ...(row.due !== null && { due: row.due }),
  ...(row.end !== null && { end: row.end }),
  ...(row.callback !== null && { callback: row.callback }),
  ...(row.metadata && isForMerchant(reader) && { metadata: row.metadata }),
  ...(row.planned !== null && reader?.kind === 'private' && { planned: plannedResponse(row, row.planned) }),
})

function plannedResponse(
  row: SubscriptionRow,
  { from, items, currency, schedule }: PlannedChange,
): Subscription['planned'] {
  const { amount, currency: charged } = withPlanned(row)
  return {
    from,
    ...(items !== undefined && { items }),
    ...(currency !== undefined && { currency }),
    ...(schedule !== undefined && { schedule }),
    amount: toMajor({ amount, currency: charged }),
  }
}

/** Returns the upcoming dates of a subscription with their amounts, soonest first. */
export function upcoming(row: SubscriptionRow, count: number): Upcoming[] {
  if (row.due === null) return []
  const { schedule, start, end, planned } = row
  return datesFrom({ schedule, start, end: end ?? undefined, planned }, row.due, count).map((date) => {
    const { amount, currency } = termsOn(row, date)
    return { date, amount: toMajor({ amount, currency }), currency }
  })
}

import { withPlanned } from '../model/subscription/planned-change'
import { itemsInShort, scheduleInWords } from '../model/subscription/schedule-in-words'
import type { SubscriptionRow } from '../store/subscriptions'

/** Returns a subscription as lists show it, with its planned change, if there is one. */
export const subscriptionBrief = (row: SubscriptionRow) => ({
  id: row.id,
  number: row.number,
  what: itemsInShort(row.items, row.number),
  currency: row.currency,
  amount: row.amount,
  words: scheduleInWords(row.schedule, row.start),
  start: row.start,
  due: row.due,
  end: row.end,
  ended: row.ended,
  ending: row.ending,
  planned: plannedBrief(row),
})

function plannedBrief(row: SubscriptionRow) {
  if (row.planned === null) return null
  const { from, notified = false, ...sets } = row.planned
  const { amount, currency, items, schedule, start, number } = withPlanned(row)
  return {
    from,
    notified,
    /** What the change sets itself. The rest is as it is until then, and may change before. */
    sets,
    amount,
    currency,
    items,
    schedule,
    what: itemsInShort(items, number),
    words: scheduleInWords(schedule, start),
  }
}

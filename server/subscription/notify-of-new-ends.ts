import { notifyOfSubscriptions } from '../callback/write'
import type { InTransaction } from '../core/context'
import type { SubscriptionRow } from '../store/subscriptions'

/**
 * Notifies the merchant's systems of subscriptions that will end earlier than before, or continue for longer, regardless of
 * who asked for it. The end itself can be a year away, and until then they would prepare what nobody pays for.
 */
export async function notifyOfNewEnds(
  context: InTransaction,
  { before, after }: { before: readonly SubscriptionRow[]; after: readonly SubscriptionRow[] },
): Promise<void> {
  const known = new Map(before.map((row) => [row.id, row]))
  const movedTo = (wanted: 'earlier' | 'later') =>
    after.filter((row) => {
      const earlier = known.get(row.id)
      return earlier && row.ended === null && moveOfEnd(earlier, row) === wanted
    })
  await notifyOfSubscriptions(context, 'subscription.ending', movedTo('earlier'))
  await notifyOfSubscriptions(context, 'subscription.continued', movedTo('later'))
}

/** Where the end of a subscription has moved; one without an end continues for ever. */
function moveOfEnd(before: SubscriptionRow, after: SubscriptionRow): 'earlier' | 'later' | undefined {
  if (after.end === before.end) return undefined
  const isEarlier = after.end !== null && (before.end === null || after.end < before.end)
  return isEarlier ? 'earlier' : 'later'
}

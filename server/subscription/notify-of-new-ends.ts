import { notifyOfSubscriptions } from '../callback/write'
import type { InTransaction } from '../core/context'
import type { SubscriptionRow } from '../store/subscriptions'

/**
 * Notifies the merchant's systems of subscriptions that will end earlier than before, or continue for longer, whoever asked
 * for it. The end itself can be a year away, and until then they would prepare what nobody pays for.
 */
export async function notifyOfNewEnds(
  context: InTransaction,
  { before, after }: { before: readonly SubscriptionRow[]; after: readonly SubscriptionRow[] },
): Promise<void> {
  const known = new Map(before.map((row) => [row.id, row]))
  const running = after.flatMap((now) => {
    const earlier = known.get(now.id)
    return earlier && now.ended === null ? [{ now, moved: comparedEnds(now, earlier) }] : []
  })
  const rowsThat = (moved: number) => running.filter((row) => row.moved === moved).map(({ now }) => now)
  await notifyOfSubscriptions(context, 'subscription.ending', rowsThat(-1))
  await notifyOfSubscriptions(context, 'subscription.continued', rowsThat(1))
}

/** -1 if the end has moved back or is new, 1 if it has moved forward or is gone. */
function comparedEnds({ end }: SubscriptionRow, { end: before }: SubscriptionRow): -1 | 0 | 1 {
  if (end === before) return 0
  return end !== null && (before === null || end < before) ? -1 : 1
}

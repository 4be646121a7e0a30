import type { Owed } from '@/server/customer/owed'
import type { Day } from '@/server/model/calendar'
import { continuesAfterPause, type Dated } from '@/server/model/subscription/terms'
import type { Words } from './words'

/** When an order was or is due: "Due tomorrow". */
export const orderDueInWords = ({ say, near }: Words, due: Day, today: Day): string =>
  say(due < today ? 'link.wasDue' : 'link.due', { when: near(due, today) })

/** When a subscription's next payment was or is due: "Next payment on Monday". */
export function nextPaymentInWords({ say, near }: Words, due: Day, today: Day): string {
  const when = near(due, today)
  if (due > today) return say('subscription.next', { when })
  return say(due < today ? 'subscription.wasDue' : 'subscription.dueNow', { when })
}

/** What happens to a payment that is not retried any more, and to the subscriptions that it pauses. */
export function givenUpInWords({ say }: Words, subscriptions: readonly Dated[], today: Day): string {
  const isPausing = subscriptions.some((subscription) => continuesAfterPause(subscription, today))
  return isPausing ? `${say('need.deniedWhy')} ${say('need.pausedWhy')}` : say('need.deniedWhy')
}

/** Why an order is unpaid. An approval that nobody has asked the customer for has not failed. */
export const whyUnpaid = (
  { code, wantsApproval }: Pick<Owed, 'code' | 'wantsApproval'>,
  { say, decline }: Words,
): string => (wantsApproval ? `${say('approve.title')}.` : decline(code))

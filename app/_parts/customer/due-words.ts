import type { Day } from '@/server/model/calendar'
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

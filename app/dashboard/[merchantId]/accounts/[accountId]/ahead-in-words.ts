import type { Day } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { dayInSentence } from '../../../_parts/day-words'
import { onDay } from '../../_parts/words'

interface Subscription extends Money {
  words: string
  due: Day | null
  end: Day | null
  ended: unknown
  planned: (Money & { from: Day; words: string }) | null
}

/**
 * Continues a subscription's schedule with what is ahead: ", next payment on 30 December, 168,00 kr from 30 December".
 * `isPaused`: a suspended account is not billed.
 */
export function aheadInWords(
  { due, end, ended, planned, ...now }: Subscription,
  { isPaused, money, today }: { isPaused: boolean; money: (of: Money) => string; today: Day },
): string {
  if (ended !== null) return end ? `, ended ${onDay(end, today)}` : ''
  const change = planned && !(end !== null && end < planned.from) && changeInWords(planned, now, money)
  const parts = [
    due && !isPaused && `next payment ${onDay(due, today)}`,
    change && `${change} from ${dayInSentence(planned.from, today)}`,
    end && `ends ${onDay(end, today)}`,
  ]
  return parts.map((part) => (part ? `, ${part}` : '')).join('')
}

function changeInWords(
  planned: Money & { words: string },
  { amount, currency, words }: Money & { words: string },
  money: (of: Money) => string,
): string {
  if (planned.amount !== amount || planned.currency !== currency) return money(planned)
  return planned.words === words ? 'changed' : planned.words
}

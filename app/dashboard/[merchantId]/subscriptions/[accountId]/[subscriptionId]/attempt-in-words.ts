import type { Money } from '@/server/model/money/money'
import { eventInWords } from '@/server/model/order/event-words'
import { type EventReason, isRequested } from '@/server/model/order/reasons'

type PaymentAttempt = Parameters<typeof eventInWords>[0] & {
  reason: EventReason | null
  amount: bigint | null
}

/**
 * What a payment attempt has done: "Charged 249 kr". "Written off" is used only for amounts that someone cancelled in
 * Kassa.
 */
export function attemptInWords(
  { amount, ...event }: PaymentAttempt,
  currency: string,
  money: (of: Money) => string,
): string {
  if (event.type === 'fail') return eventInWords(event)
  if (event.type === 'accept') return `${eventInWords(event)}, outcome pending`
  const isWrittenOff = event.type === 'cancel' && isRequested(event.reason)
  const done = isWrittenOff ? 'Written off' : eventInWords(event)
  return amount === null ? done : `${done} ${money({ amount, currency })}`
}

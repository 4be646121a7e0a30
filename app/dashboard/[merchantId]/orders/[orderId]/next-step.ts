import { when } from '@/app/_parts/when'
import { type Day, dayOf } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { attemptAhead, onDay } from '../../_parts/words'
import type { OrderDetail } from './order-action'

/** How words are written for a merchant. */
interface Written {
  money: (of: Money) => string
  today: Day
  timeZone: string
}

/** What happens next to an order. */
export interface NextStep {
  text: string
  /** Whether somebody should do something. */
  isUrgent?: boolean
  /** Whether another card of the customer would help. */
  wantsCard?: boolean
}

type KnownDispute = Pick<
  OrderDetail['disputes'][number],
  'state' | 'isInquiry' | 'due' | 'amount' | 'currency'
>

type Known = Pick<
  OrderDetail,
  'shares' | 'currency' | 'isPaid' | 'retryOn' | 'attempts' | 'authorisedUntil' | 'limits' | 'refusedRefund'
> & {
  card?: string | undefined
  failure?: string | undefined
  /** The latest first. */
  disputes: readonly KnownDispute[]
  lateFailures: readonly Pick<OrderDetail['lateFailures'][number], 'kind' | 'amount'>[]
}

/** Returns what happens next to an order, in words. `failure`: why its last payment failed. */
export function nextStep(order: Known, written: Written): NextStep {
  const { money, today, timeZone } = written
  const { shares, currency, retryOn, attempts, authorisedUntil, limits } = order
  const { ordered, pending, denied, charged, refunded } = shares
  if (!order.isPaid && pending + denied > 0n) {
    const why =
      `${order.card ? `The payment with ${order.card} failed` : 'The payment failed'}. ${order.failure ?? ''}`.trim()
    if (retryOn === null) {
      const text = denied > 0n ? givenUp(attempts) : 'It is being retried now.'
      return { text: `${why} ${text}`, isUrgent: true, wantsCard: true }
    }
    const time = retryOn > today ? `${onDay(retryOn, today)}, just after midnight` : 'today'
    const { place, ifItFails } = attemptAhead(attempts)
    const text = `${why} Kassa tries again ${time}${place}. ${ifItFails}`
    return { text, isUrgent: true, wantsCard: true }
  }
  if (ordered > 0n && !order.isPaid) return { text: 'Kassa is charging it now.' }
  const response = responseTo(order, written)
  if (response) return response
  const [failure] = order.lateFailures
  if (failure) return { text: afterLateFailure(failure, order, written), isUrgent: true }
  if (order.refusedRefund) {
    const { amount, why } = order.refusedRefund
    const failed = `The refund of ${money({ amount, currency })} failed: the customer has not received it.`
    return { text: `${failed} ${why} If you pay it back yourself, add a note.`, isUrgent: true }
  }
  if (ordered > 0n) {
    const left = money({ amount: ordered, currency })
    const until = authorisedUntil ? ` until ${untilDay(dayOf(authorisedUntil, timeZone), today)}` : ''
    const rest = charged + refunded > 0n ? ' still' : ''
    const once =
      limits?.charge === 'once' ? ' It can be charged once; the card service releases the rest.' : ''
    return { text: `${left}${rest} authorised${until}. Charge it when you deliver.${once}` }
  }
  const status = disputeStatus(order, written)
  if (status) return status
  return { text: `Nothing: ${finished(shares, (amount) => money({ amount, currency }))}.` }
}

const givenUp = (attempts: Known['attempts']) =>
  attempts && attempts.attempts > 1
    ? `All ${attempts.attempts} attempts failed, and Kassa will not retry automatically.`
    : 'Kassa will not retry automatically.'

const underWay = { charge: 'A charge', refund: 'A refund', cancel: 'A cancellation' } as const

/** What an operation waits for whose outcome is not known yet. The customer's bank counts in real time. */
export function acceptedInWords(
  { type, amount, approvalUntil }: OrderDetail['accepted'][number],
  { currency, money, timeZone }: Pick<Written, 'money' | 'timeZone'> & { currency: string },
): string {
  const sum = money({ amount, currency })
  if (!approvalUntil)
    return `${underWay[type]} of ${sum} is on its way. The card service has accepted it, and Kassa records its outcome as soon as it is known.`
  const until = when(approvalUntil, new Date(), timeZone)
  return `A payment of ${sum} waits for the customer’s approval at the bank. Nothing has been charged. If it is not approved by ${until}, it fails. The customer can approve it from the account page.`
}

/** The response that a dispute needs now. */
function responseTo(order: Known, { money, today, timeZone }: Written): NextStep | undefined {
  const dispute = order.disputes.find(({ state }) => state === 'needs response')
  if (!dispute) return undefined
  const due = dispute.due && dayOf(dispute.due, timeZone)
  const by = due && due >= today ? ` ${byDay(due, today)}` : ''
  const text = dispute.isInquiry
    ? `The customer’s bank asks about ${money(dispute)}. Respond at the card service${by}, or refund the order.`
    : `The customer disputes ${money(dispute)}. Submit evidence at the card service${by}.`
  return { text, isUrgent: true }
}

/** What to do after the card service reversed what it had reported as done. A note says that it was done. */
function afterLateFailure(
  { kind, amount }: Known['lateFailures'][number],
  { shares, currency }: Known,
  { money }: Written,
): string {
  const failed = (noun: string) => `The ${noun} of ${money({ amount, currency })} failed after all`
  if (kind === 'refund')
    return `${failed('refund')}: the customer has not received it. Refund it again, or pay it back in another way and add a note.`
  if (kind === 'cancel')
    return `${failed('cancellation')}: the amount is still reserved on the card. Cancel it again, or charge it.`
  const rest =
    shares.ordered > 0n
      ? 'Charge it again, or get it in another way and add a note.'
      : 'It can no longer be charged here. Ask the customer to pay in another way, and add a note.'
  return `${failed('charge')}: you have not received it. ${rest}`
}

/** The outcome of a dispute that needs no response. */
function disputeStatus({ disputes }: Known, { money }: Written): NextStep | undefined {
  const reviewed = disputes.find(({ state }) => state === 'under review')
  if (reviewed) {
    const what = reviewed.isInquiry ? 'its inquiry about' : 'the dispute over'
    return { text: `The customer’s bank is reviewing ${what} ${money(reviewed)}.` }
  }
  const lost = disputes.filter(({ state, isInquiry }) => state === 'lost' && !isInquiry)
  const [first, ...others] = lost
  if (!first) return undefined
  const what = others.length > 0 ? 'the disputes were' : 'the dispute was'
  const amount = lost.reduce((sum, each) => sum + each.amount, 0n)
  return {
    text: `Nothing: ${what} lost, and the bank returned ${money({ ...first, amount })} to the customer.`,
  }
}

/** What happened to an order with nothing left to charge. */
function finished(
  { charged, refunded, cancelled }: Known['shares'],
  money: (amount: bigint) => string,
): string {
  const parts = [
    charged > 0n && `${money(charged)} stays paid`,
    refunded > 0n && `${money(refunded)} was refunded`,
    cancelled > 0n && `${money(cancelled)} was cancelled`,
  ].filter((part) => part !== false)
  if (parts.length > 1) return new Intl.ListFormat('en-GB').format(parts)
  if (charged > 0n) return 'paid in full'
  if (refunded > 0n) return 'refunded in full'
  return cancelled > 0n ? 'cancelled' : 'it costs nothing'
}

/** "by Friday", "by 30 November", "today". */
const byDay = (day: Day, today: Day) => (day === today ? 'today' : `by ${untilDay(day, today)}`)

/** "Friday", "30 November", "today". */
const untilDay = (day: Day, today: Day) => onDay(day, today).replace(/^on /, '')

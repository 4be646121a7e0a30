import type Stripe from 'stripe'
import { isReference } from '../../core/id'
import type { BookedPayment, Books, ServiceMovement, TimeRange } from '../../model/card/books'
import { isCancelMark, provesCancel } from './cancel'
import { readCapture } from './capture'
import {
  capturesSeveral,
  chargeOf,
  isMadeFor,
  isOfAnother,
  type OtherMerchants,
  retrieveIntent,
} from './intent'
import { hasKnownCurrency } from './known-currency'
import { isMissing } from './outcome'
import { pagesOf, type StripePage, type UsingSession } from './pages'
import { fromWire } from './wire-amount'

/** Returns the books of merchants' accounts. */
export const stripeBooks = (
  readerOf: (merchantId: string) => UsingSession,
  othersOf: (merchantId: string) => OtherMerchants,
): Books => ({
  pages: ({ merchantId }, range) =>
    payments({ merchantId, using: readerOf(merchantId) }, { range, others: othersOf(merchantId) }),
  payment: async ({ merchantId, reference }) =>
    findPayment({ merchantId, using: readerOf(merchantId) }, reference),
})

/** A merchant's account. */
interface StripeAccount {
  merchantId: string
  using: UsingSession
}

async function* payments(
  { merchantId, using }: StripeAccount,
  { range, others }: { range: TimeRange; others: OtherMerchants },
): AsyncGenerator<BookedPayment[]> {
  const known = await others()
  // Stripe's times are whole seconds.
  const seconds = (instant: Date) => Math.ceil(instant.getTime() / 1000)
  const created = { gte: seconds(range.from), ...(range.to && { lt: seconds(range.to) }) }
  const pages = pagesOf<Stripe.PaymentIntent>(using, ({ stripe }, page: StripePage, options) =>
    stripe.paymentIntents.list({ ...page, created, expand: ['data.latest_charge'] }, options),
  )
  for await (const intents of pages)
    yield intents
      .filter((intent) => hasHeldMoney(intent) && hasKnownCurrency(intent) && !isOfAnother(known, intent))
      .map((intent) => booked(merchantId, intent))
}

async function findPayment(account: StripeAccount, reference: string): Promise<BookedPayment | undefined> {
  try {
    return await paymentOf(account, await account.using((session) => retrieveIntent(session, reference)))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A payment with its refunds, except refunds of what was never captured. */
async function paymentOf(
  { merchantId, using }: StripeAccount,
  intent: Stripe.PaymentIntent,
): Promise<BookedPayment> {
  const refunds: Stripe.Refund[] = []
  const pages = pagesOf<Stripe.Refund>(using, ({ stripe }, page: StripePage, options) =>
    stripe.refunds.list(
      { ...page, payment_intent: intent.id, expand: ['data.balance_transaction'] },
      options,
    ),
  )
  for await (const page of pages) refunds.push(...page.filter((refund) => !isRelease(refund)))
  return booked(merchantId, intent, refunds)
}

/**
 * Whether a refund belongs to a capture in part, and gives back the rest of the authorisation. Stripe creates such refunds
 * for requests of versions of its API before 2025-03-31.
 */
const isRelease = ({ balance_transaction: moved }: Stripe.Refund): boolean =>
  typeof moved === 'object' && moved?.reporting_category === 'partial_capture_reversal'

/** Declined payments, and those that nobody approved, never held any money. */
function hasHeldMoney(intent: Stripe.PaymentIntent): boolean {
  const charge = chargeOf(intent)
  if (!charge) return false
  return charge.status !== 'failed' || charge.amount_captured > 0 || marksOf(intent).length > 0
}

/**
 * Converts an intent. If its refunds are not given, it has only their sum, which may include what a capture in part has
 * released. If nothing was captured, what older versions of the API call refunded was only released.
 */
export function booked(
  merchantId: string,
  intent: Stripe.PaymentIntent,
  refunds?: readonly Stripe.Refund[],
): BookedPayment {
  const charge = chargeOf(intent)
  const minor = (wire: number) => fromWire(wire, intent.currency)
  const { id: reference, amount, amount_capturable: open, metadata } = intent
  const received = receivedOf(intent)
  const isAuthorised = charge !== undefined && intent.status !== 'requires_action'
  const isOurs = isMadeFor(merchantId, intent)
  const hasFailed = charge?.status === 'failed'
  const rest = minor(amount) - minor(received) - minor(open)
  const cancelled = isAuthorised && rest > 0n ? rest : 0n
  const isCaptured = charge !== undefined && charge.amount_captured > 0
  const ofRefunds = isCaptured ? (refunds ?? []).map((refund) => refundMovement(refund, hasFailed)) : []
  const isRefunded = ({ status }: ServiceMovement) => status === 'done'
  const refunded = refunds
    ? ofRefunds.filter(isRefunded).reduce((sum, each) => sum + each.amount, 0n)
    : minor(isCaptured && !hasFailed ? charge.amount_refunded : 0)
  const inProgress = intent.status === 'processing' || ofRefunds.some(({ status }) => status === 'accepted')
  return {
    reference,
    created: new Date(intent.created * 1000),
    currency: intent.currency.toUpperCase(),
    amount: minor(amount),
    ...(isOurs && metadata.operation !== undefined && { operation: metadata.operation }),
    ...(isOurs && metadata.order !== undefined && { order: metadata.order }),
    charged: minor(received),
    refunded,
    cancelled,
    expired: hasExpired(intent),
    inProgress,
    movements: [...capturesOf(intent, cancelled), ...ofRefunds],
    recorded: new Set(refunds || refunded === 0n ? ['refund'] : []),
  }
}

/** What was captured; nothing if the charge has failed since. */
const receivedOf = (intent: Stripe.PaymentIntent): number =>
  chargeOf(intent)?.status === 'failed' ? 0 : intent.amount_received

/** The captures and cancels that Kassa requested, from their marks in the metadata. */
function capturesOf(intent: Stripe.PaymentIntent, cancelled: bigint): ServiceMovement[] {
  const { currency } = intent
  const received = receivedOf(intent)
  return marksOf(intent).flatMap(([operation, mark]): ServiceMovement[] => {
    const id = `${intent.id}/${operation}`
    if (isCancelMark(mark)) {
      const isDone = cancelled > 0n && provesCancel(intent, mark)
      return [{ id, kind: 'cancel', amount: cancelled, operation, status: isDone ? 'done' : 'failed' }]
    }
    const captured = readCapture(mark)
    if (!captured) return []
    const amount = fromWire(captured.amount, currency)
    const isDone = received >= captured.before + captured.amount
    return [{ id, kind: 'charge', amount, operation, status: isDone ? 'done' : 'failed' }]
  })
}

/** The metadata of other systems can have anything. */
const marksOf = ({ metadata }: Stripe.PaymentIntent): [operation: string, mark: string][] =>
  Object.entries(metadata).flatMap(([key, mark]): [string, string][] =>
    key.startsWith('o_') && isReference(key.slice(2)) ? [[key.slice(2), mark]] : [],
  )

function refundMovement(
  { id, amount, currency, metadata, status }: Stripe.Refund,
  hasFailed: boolean,
): ServiceMovement {
  const isGone = hasFailed || status === 'failed' || status === 'canceled'
  return {
    id,
    kind: 'refund',
    amount: fromWire(amount, currency),
    ...(metadata?.operation !== undefined && { operation: metadata.operation }),
    status: isGone ? 'failed' : status === 'succeeded' ? 'done' : 'accepted',
  }
}

/**
 * Only an authorisation whose time is over is cancelled automatically, and by Stripe's clock, not by Kassa's. One that was
 * captured in part is not cancelled then: it has succeeded with what was captured.
 */
function hasExpired(intent: Stripe.PaymentIntent): boolean {
  const { status, cancellation_reason: reason } = intent
  if (reason === 'expired' || reason === 'automatic') return true
  const before = chargeOf(intent)?.payment_method_details?.card?.capture_before
  const isOver = before !== undefined && before * 1000 <= Date.now()
  return isOver && status === 'succeeded' && capturesSeveral(intent)
}

import Stripe from 'stripe'
import type { Authorised, FollowUp, Found, Outcome } from '../../model/card/service'
import { type StripeSession, send } from './client'
import { capturesSeveral, retrieveIntent, withCharge } from './intent'
import type { UnderKey } from './keys'
import { outcomeOfError } from './outcome'
import { fromWire, toWire } from './wire-amount'

/**
 * The key of an intent's metadata that proves that a capture or a cancel has arrived: captures have no object or id of
 * their own.
 */
export const markOf = ({ operation }: Pick<FollowUp, 'operation'>): string => `o_${operation}`

/** A capture, and how much had been captured before, as Stripe has them. */
interface MarkedCapture {
  amount: number
  before: number
}

const markOfCapture = ({ amount, before }: MarkedCapture): string => `${amount} after ${before}`

/** The capture of a mark; undefined if it marks something else. */
export function readCapture(mark: string): MarkedCapture | undefined {
  const [, amount, before] = /^(\d{1,15}) after (\d{1,15})$/.exec(mark) ?? []
  return amount === undefined ? undefined : { amount: Number(amount), before: Number(before) }
}

/** Stripe keeps this many keys of metadata. */
const maxKeys = 50

/** How many marks are kept for what follows the last partial capture: attempts to capture the rest, and a cancel. */
const keptMarks = 6

const marksLeft = ({ metadata }: Stripe.PaymentIntent): number => maxKeys - Object.keys(metadata).length

/** Returns the amount of a capture or a cancel, as Stripe has it, or why the intent does not allow it. */
export function amountOf(intent: Stripe.PaymentIntent, call: FollowUp): number | Declined {
  const amount = toWire(call)
  if (call.currency.toLowerCase() !== intent.currency) return { status: 'declined', code: 'invalid currency' }
  if (amount === undefined) return { status: 'declined', code: 'amount limit' }
  return intent.status !== 'requires_capture' || amount > intent.amount_capturable
    ? { status: 'declined', code: 'invalid transaction' }
    : amount
}

type Declined = Extract<Outcome<Authorised>, { status: 'declined' }>

/** Captures some or all of an authorisation. */
export async function capture(
  session: StripeSession,
  call: UnderKey<FollowUp>,
): Promise<Outcome<Authorised>> {
  try {
    const intent = await retrieveIntent(session, call.authorisation)
    const known = captureIn(intent, call)
    if (known.status !== 'absent') return known
    if (intent.status === 'processing' && call.currency.toLowerCase() === intent.currency)
      return { status: 'failed', cause: new Error(`Payment intent ${intent.id} is still capturing`) }
    const amount = amountOf(intent, call)
    if (typeof amount !== 'number') return amount
    if (marksLeft(intent) <= 1) return { status: 'declined', code: 'rule violation' }
    const outcome = captureIn(await sendCapture(session, call, { intent, amount }), call)
    if (outcome.status !== 'absent') return outcome
    return { status: 'unknown', cause: new Error(`The capture is not on payment intent ${intent.id}`) }
  } catch (cause) {
    return outcomeOfError(cause, 'authorisation')
  }
}

/**
 * Sends a capture. Its parameters depend on the captures before it, and Stripe refuses a key with other parameters. So if
 * its key was used before another capture, it is repeated as it was then, which reveals its outcome.
 */
async function sendCapture(
  session: StripeSession,
  call: UnderKey<FollowUp>,
  { intent, amount }: { intent: Stripe.PaymentIntent; amount: number },
): Promise<Stripe.PaymentIntent> {
  const capturable = intent.amount_received + intent.amount_capturable
  const sendAfter = (before: number) =>
    send(session, 'payment_intent', (options) =>
      session.stripe.paymentIntents.capture(
        intent.id,
        {
          amount_to_capture: amount,
          // Without several captures, each is the last one, and the parameter is refused.
          ...(capturesSeveral(intent) && { final_capture: amount === capturable - before }),
          metadata: { [markOf(call)]: markOfCapture({ amount, before }) },
          ...withCharge,
        },
        { ...options, idempotencyKey: call.key },
      ),
    )
  let refusal: unknown
  for (const before of [intent.amount_received, ...earlierTotals(intent)]) {
    try {
      return await sendAfter(before)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError) || error.statusCode !== 400) throw error
      refusal ??= error
    }
  }
  throw refusal
}

/** How much an intent had received before each of Kassa's captures, and after it; the latest first. */
function earlierTotals({ metadata, amount_received: now }: Stripe.PaymentIntent): number[] {
  const totals = Object.values(metadata).flatMap((mark) => {
    const captured = readCapture(mark)
    return captured ? [captured.before, captured.before + captured.amount] : []
  })
  return [...new Set(totals)].filter((total) => total < now).sort((one, other) => other - one)
}

/** The outcome of a capture, from what the intent says about it. */
export function captureIn(intent: Stripe.PaymentIntent, call: FollowUp): Found {
  const captured = readCapture(intent.metadata[markOf(call)] ?? '')
  if (!captured) return { status: 'absent' }
  const { amount, before } = captured
  if (intent.status === 'processing') return { status: 'accepted', reference: intent.id }
  if (intent.amount_received < before + amount) return { status: 'declined', code: 'acquirer error' }
  const rest = capturesSeveral(intent) ? 0 : intent.amount - amount
  return {
    status: 'done',
    reference: intent.id,
    ...(rest > 0 && { released: fromWire(rest, intent.currency) }),
    ...(capturesSeveral(intent) && marksLeft(intent) <= keptMarks && { captures: 'none' }),
  }
}

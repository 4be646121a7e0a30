import type Stripe from 'stripe'
import type { Authorisation, Authorised, Outcome } from '../../model/card/service'
import { type StripeSession, send } from './client'
import { authorisationOf, metadataOf, retrieveIntent, withCharge } from './intent'
import type { UnderKey } from './keys'
import { outcomeOfError } from './outcome'
import { refusalOfStoredCard } from './refusal-of-stored-card'
import { readStoredCard } from './stored-card'
import { toWire } from './wire-amount'
import { type AdapterContext, type CardStep, withToken } from './with-token'

/** Reserves an amount, or charges it at once. */
export async function authorize(
  adapter: AdapterContext,
  session: StripeSession,
  call: UnderKey<Authorisation>,
): Promise<Outcome<Authorised>> {
  const amount = toWire(call)
  if (amount === undefined) return { status: 'declined', code: 'invalid currency' }
  const { source } = call
  if ('storedCard' in source) {
    const stored = readStoredCard(source.storedCard)
    if (!stored) return { status: 'declined', code: 'invalid card number' }
    const { returnUrl } = call
    const presence = returnUrl === undefined ? { off_session: true } : { return_url: returnUrl }
    const step = await create(session, call, { amount, ...stored, ...presence }, (cause) =>
      refusalOfStoredCard(session, stored, cause),
    )
    return 'outcome' in step ? step.outcome : waitingFor(call, step.waits)
  }
  const { token } = source
  return withToken<Authorised>(adapter, {
    call: { ...call, token },
    purpose: { purpose: 'authorise', amount: call.amount, currency: call.currency },
    begin: ({ reference: payment_method, customer }, return_url) =>
      create(session, call, { amount, payment_method, return_url, ...(customer && { customer }) }, (cause) =>
        outcomeOfError(cause, 'token'),
      ),
    resume: (_, reference) => resume(session, call, reference),
  })
}

/** The outcome while a stored card's payment waits for its cardholder. Nobody can approve it off session. */
export const waitingFor = (
  { returnUrl }: Pick<Authorisation, 'returnUrl'>,
  { reference, bankUrl }: { reference: string; bankUrl: string },
): Outcome<Authorised> =>
  returnUrl === undefined
    ? { status: 'declined', code: '3ds authentication failure' }
    : { status: 'accepted', reference, approval: bankUrl }

type Details = Pick<
  Stripe.PaymentIntentCreateParams,
  'amount' | 'customer' | 'payment_method' | 'off_session' | 'return_url'
>

async function create(
  session: StripeSession,
  call: UnderKey<Authorisation>,
  details: Details & { amount: number },
  refusalOf: (cause: unknown) => Outcome<never> | Promise<Outcome<never>>,
): Promise<CardStep<Authorised>> {
  try {
    const intent = await send(session, 'payment_intent', (options) =>
      session.stripe.paymentIntents.create(
        {
          ...details,
          currency: call.currency.toLowerCase(),
          confirm: true,
          capture_method: call.capture ? 'automatic' : 'manual',
          allowed_payment_method_types: ['card'],
          ...(!call.capture && {
            payment_method_options: { card: { request_multicapture: 'if_available' } },
          }),
          metadata: metadataOf(call),
          ...withCharge,
        },
        { ...options, idempotencyKey: call.key },
      ),
    )
    return stepOf(intent)
  } catch (cause) {
    return { outcome: await refusalOf(cause) }
  }
}

/** Continues a payment after its cardholder has responded: it now belongs to this operation. */
async function resume(
  session: StripeSession,
  call: Authorisation,
  reference: string,
): Promise<CardStep<Authorised>> {
  try {
    const intent = await retrieveIntent(session, reference)
    const step = stepOf(intent)
    if ('outcome' in step && step.outcome.status === 'done' && intent.metadata.operation !== call.operation) {
      if (wasReleased(intent, call.operation)) return { outcome: released }
      // No idempotency key: sending it again does no harm, and Stripe would repeat a fault under a key for a day.
      await send(session, 'payment_intent', (options) =>
        session.stripe.paymentIntents.update(reference, { metadata: metadataOf(call) }, options),
      )
    }
    return step
  } catch (cause) {
    return { outcome: outcomeOfError(cause, 'authorisation') }
  }
}

/** Whether a payment was released before an operation could continue it, for example in Stripe's dashboard. */
export const wasReleased = ({ status, metadata }: Stripe.PaymentIntent, operation: string): boolean =>
  status === 'canceled' && metadata.operation !== operation

/** The outcome of continuing a payment that was released. */
export const released = { status: 'declined', code: 'invalid transaction' } as const

/** The state of a payment: its outcome, or the bank's page that it waits for. */
export function stepOf(intent: Stripe.PaymentIntent): CardStep<Authorised> {
  const outcome = authorisationOf(intent)
  if (outcome) return { outcome }
  const bankUrl = intent.next_action?.redirect_to_url?.url
  if (bankUrl) return { waits: { reference: intent.id, bankUrl } }
  return {
    outcome: {
      status: 'unknown',
      cause: new Error(`Payment intent ${intent.id} has no URL of a bank’s page`),
    },
  }
}

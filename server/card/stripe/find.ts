import type Stripe from 'stripe'
import type { Authorised, FollowUp, Found, Lookup, Outcome } from '../../model/card/service'
import { approvalLife } from '../approval-life'
import { abandon } from './abandon'
import { released, stepOf, waitingFor, wasReleased } from './authorize'
import { cancelIn } from './cancel'
import { captureIn, retrieveIntent } from './capture'
import type { StripeSession } from './client'
import { authorisationOf } from './intent'
import { outcomeOfError } from './outcome'
import { listAll, type UsingSession } from './pages'
import { refundOutcome } from './refund'
import { readStoredCard } from './stored-card'
import { findToken, releaseToken } from './token'
import { requireVerification, verificationOf, verifyUrl } from './verification'
import type { AdapterContext } from './with-token'

type Of<K extends Lookup['kind']> = Lookup & { kind: K }

/**
 * Looks up an operation by its id in Stripe's lists, which are consistent, unlike its search. It is absent only if all
 * pages were read.
 */
export async function find(adapter: AdapterContext, session: StripeSession, lookup: Lookup): Promise<Found> {
  try {
    switch (lookup.kind) {
      case 'store':
        return await findStored(session, lookup)
      case 'authorise':
        return await findAuthorisation(adapter, session, lookup)
      case 'capture':
        return captureIn(await retrieveIntent(session, lookup.authorisation), lookup)
      case 'cancel':
        return cancelIn(await retrieveIntent(session, lookup.authorisation), lookup)
      case 'refund':
        return await findRefund(session, lookup)
    }
  } catch (cause) {
    // A look-up that was refused proves nothing.
    const outcome = outcomeOfError(cause, 'authorisation')
    return outcome.status === 'unknown' ? outcome : { status: 'unknown', cause }
  }
}

async function findAuthorisation(
  adapter: AdapterContext,
  session: StripeSession,
  lookup: Of<'authorise'>,
): Promise<Found> {
  const { merchantId, operation, amount, currency, source } = lookup
  const token = 'token' in source ? await findToken(adapter.db, source.token, merchantId) : undefined
  const purpose = { purpose: 'authorise', amount, currency } as const
  const verification = token && (await verificationOf(adapter.db, token, purpose))
  if (verification?.usedBy === operation) {
    // It continued a payment that another operation began.
    const intent = await retrieveIntent(session, verification.reference)
    const outcome = authorisationOf(intent)
    if (outcome?.status === 'done' && wasReleased(intent, operation)) return released
    return outcome ?? { status: 'absent' }
  }
  const stored = 'storedCard' in source ? readStoredCard(source.storedCard) : undefined
  const intent = await first<Stripe.PaymentIntent>(session, isOf(operation), ({ stripe }, page, options) =>
    stripe.paymentIntents.list(
      {
        ...page,
        created: since(lookup),
        ...(stored && { customer: stored.customer }),
        expand: ['data.latest_charge'],
      },
      options,
    ),
  )
  if (!intent) return { status: 'absent' }
  const step = stepOf(intent)
  if ('outcome' in step) return step.outcome
  if (!token) return awaited(session, lookup, { intent, waits: step.waits })
  const { pareq } = await requireVerification(adapter.db, token, { call: lookup, purpose, ...step.waits })
  await releaseToken(adapter.db, token, operation)
  return {
    status: 'verification required',
    challenge: { url: verifyUrl(adapter.baseUrl), data: { pareq } },
  }
}

/** The outcome of a payment that waits for its cardholder. It is given up after a while, unless it was approved. */
async function awaited(
  session: StripeSession,
  lookup: Of<'authorise'>,
  { intent, waits }: { intent: Stripe.PaymentIntent; waits: { reference: string; bankUrl: string } },
): Promise<Found> {
  if (intent.created * 1000 > Date.now() - approvalLife) return waitingFor(lookup, waits)
  await abandon(session, intent.id)
  const now = await retrieveIntent(session, intent.id)
  return authorisationOf(now) ?? waitingFor(lookup, waits)
}

/** The setup intent of an operation that stores a card; undefined if there is none. */
export const findSetupIntent = (
  session: StripeSession,
  lookup: Pick<Lookup, 'operation' | 'sentAfter'>,
): Promise<Stripe.SetupIntent | undefined> =>
  first(session, isOf(lookup.operation), ({ stripe }, page, options) =>
    stripe.setupIntents.list({ ...page, created: since(lookup) }, options),
  )

async function findStored(session: StripeSession, lookup: Of<'store'>): Promise<Found> {
  const intent = await findSetupIntent(session, lookup)
  if (!intent) return { status: 'absent' }
  const { id: reference, status } = intent
  return status === 'succeeded' ? { status: 'done', reference } : { status: 'accepted', reference }
}

async function findRefund(session: StripeSession, lookup: FollowUp): Promise<Found> {
  const refund = await first<Stripe.Refund>(session, isOf(lookup.operation), ({ stripe }, page, options) =>
    stripe.refunds.list({ ...page, payment_intent: lookup.authorisation }, options),
  )
  const found: Outcome<Authorised> | undefined = refund && refundOutcome(refund)
  return found ?? { status: 'absent' }
}

interface ListedObject {
  id: string
  metadata?: Stripe.Metadata | null
}

const isOf =
  (operation: string) =>
  ({ metadata }: ListedObject): boolean =>
    metadata?.operation === operation

/** Clocks differ, so the search begins earlier than the operation. */
const margin = 300
const since = ({ sentAfter }: Pick<Lookup, 'sentAfter'>) => ({
  gte: Math.floor(sentAfter.getTime() / 1000) - margin,
})

/** The first object of a list that matches; undefined if all pages were read and none does. */
async function first<T extends ListedObject>(
  session: StripeSession,
  matches: (object: T) => boolean,
  list: Parameters<typeof listAll<T>>[1],
): Promise<T | undefined> {
  const using: UsingSession = (request) => request(session)
  for await (const object of listAll(using, list)) if (matches(object)) return object
  return undefined
}

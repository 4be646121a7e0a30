import type Stripe from 'stripe'
import { minutes } from '../../core/clock'
import type { Authorised, FollowUp, Found, Lookup, Outcome, SendingTimes } from '../../model/card/service'
import { approvalLife } from '../approval-life'
import { abandon } from './abandon'
import { released, stepOf, waitingFor, wasReleased } from './authorize'
import { cancelIn } from './cancel'
import { captureIn } from './capture'
import { isMissingCustomer } from './customer'
import { authorisationOf, retrieveIntent } from './intent'
import { faultLife, isMissing, outcomeOfError } from './outcome'
import { listAll, type UsingSession } from './pages'
import { refundOutcome } from './refund'
import { readStoredCard } from './stored-card'
import { findToken, releaseToken, type TokenRow } from './token'
import { requireVerification, spendVerification, verificationOf, verifyUrl } from './verification'
import type { AdapterContext } from './with-token'

type Of<K extends Lookup['kind']> = Lookup & { kind: K }

/**
 * Looks up an operation by its id in Stripe's lists, which are consistent, unlike its search. It is absent only if all
 * pages were read.
 */
export async function find(adapter: AdapterContext, using: UsingSession, lookup: Lookup): Promise<Found> {
  const authorised = (reference: string) => using((session) => retrieveIntent(session, reference))
  try {
    switch (lookup.kind) {
      case 'store':
        return await findStored(adapter, using, lookup)
      case 'authorise':
        return await findAuthorisation(adapter, using, lookup)
      case 'capture':
        return captureIn(await authorised(lookup.authorisation), lookup)
      case 'cancel':
        return cancelIn(await authorised(lookup.authorisation), lookup)
      case 'refund':
        return await findRefund(using, lookup)
    }
  } catch (cause) {
    // A look-up that was refused proves nothing.
    const outcome = outcomeOfError(cause, 'authorisation')
    return outcome.status === 'unknown' ? outcome : { status: 'unknown', cause }
  }
}

async function findAuthorisation(
  adapter: AdapterContext,
  using: UsingSession,
  lookup: Of<'authorise'>,
): Promise<Found> {
  const { merchantId, operation, amount, currency, source } = lookup
  const token = 'token' in source ? await findToken(adapter.db, source.token, merchantId) : undefined
  const purpose = { purpose: 'authorise', amount, currency } as const
  const verification = token && (await verificationOf(adapter.db, token, purpose))
  if (verification?.usedBy === operation) {
    // It continued a payment that another operation began.
    const intent = await using((session) => retrieveIntent(session, verification.reference))
    const outcome = authorisationOf(intent)
    if (outcome?.status === 'done' && wasReleased(intent, operation)) return released
    return outcome ?? { status: 'absent' }
  }
  const reference = lookup.reference ?? verification?.reference
  const intent = (await knownIntent(using, { operation, reference })) ?? (await listedIntent(using, lookup))
  if (!intent) return { status: 'absent' }
  const step = stepOf(intent)
  if ('outcome' in step) {
    // It continued the payment, and its response was lost.
    if (verification?.reference === intent.id && step.outcome.status === 'done')
      await spendVerification(adapter.db, verification, { operation, approved: lookup.now })
    return step.outcome
  }
  if (!token) return awaited(using, lookup, { intent, waits: step.waits })
  const { pareq } = await requireVerification(adapter.db, token, { call: lookup, purpose, ...step.waits })
  await releaseToken(adapter.db, token, operation)
  return {
    status: 'verification required',
    challenge: { url: verifyUrl(adapter.baseUrl), data: { pareq } },
  }
}

/** The payment with the reference that is known, if it is still that of the operation. */
async function knownIntent(
  using: UsingSession,
  { reference, operation }: { reference: string | undefined; operation: string },
): Promise<Stripe.PaymentIntent | undefined> {
  if (reference === undefined) return undefined
  const intent = await using((session) => retrieveIntent(session, reference)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return intent && isOf(operation)(intent) ? intent : undefined
}

/** The payment of an operation, from the list of all payments of the account, or of the customer of a stored card. */
async function listedIntent(
  using: UsingSession,
  lookup: Of<'authorise'>,
): Promise<Stripe.PaymentIntent | undefined> {
  const { operation, source } = lookup
  const stored = 'storedCard' in source ? readStoredCard(source.storedCard) : undefined
  const filter = stored && { customer: stored.customer }
  for (const created of stored ? [lifeOfKey(lookup)] : partsOf(lookup)) {
    const intent = await first<Stripe.PaymentIntent>(using, isOf(operation), ({ stripe }, page, options) =>
      stripe.paymentIntents.list({ ...page, created, ...filter, expand: ['data.latest_charge'] }, options),
    ).catch((error: unknown) => {
      // Its cards cannot be charged either.
      if (isMissingCustomer(error)) return undefined
      throw error
    })
    if (intent) return intent
  }
  return undefined
}

/** The outcome of a payment that waits for its cardholder. It is given up after a while, unless it was approved. */
async function awaited(
  using: UsingSession,
  lookup: Of<'authorise'>,
  { intent, waits }: { intent: Stripe.PaymentIntent; waits: { reference: string; bankUrl: string } },
): Promise<Found> {
  if (intent.created * 1000 > Date.now() - approvalLife) return waitingFor(lookup, waits)
  await using((session) => abandon(session, intent.id))
  const now = await using((session) => retrieveIntent(session, intent.id))
  return authorisationOf(now) ?? waitingFor(lookup, waits)
}

/**
 * The setup intent of an operation that stores the card of a token; undefined if there is none. Stripe lists few for a
 * card. One that was declined may not be among them: it has stored nothing.
 */
export const findSetupIntent = (
  using: UsingSession,
  { operation }: Pick<Lookup, 'operation'>,
  { reference }: Pick<TokenRow, 'reference'>,
): Promise<Stripe.SetupIntent | undefined> =>
  first(using, isOf(operation), ({ stripe }, page, options) =>
    stripe.setupIntents.list({ ...page, payment_method: reference }, options),
  )

async function findStored({ db }: AdapterContext, using: UsingSession, lookup: Of<'store'>): Promise<Found> {
  const token = await findToken(db, lookup.token, lookup.merchantId)
  const intent = token && (await findSetupIntent(using, lookup, token))
  if (!intent) return { status: 'absent' }
  const { id: reference, status } = intent
  return status === 'succeeded' ? { status: 'done', reference } : { status: 'accepted', reference }
}

async function findRefund(using: UsingSession, lookup: FollowUp): Promise<Found> {
  const refund = await first<Stripe.Refund>(using, isOf(lookup.operation), ({ stripe }, page, options) =>
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

/** Clocks differ, so the search begins earlier than the operation, and ends later. */
const margin = minutes(5)

/** An operation has nearly always reached Stripe by then. */
const soon = minutes(15)

const seconds = (time: number) => Math.floor(time / 1000)

const endOf = ({ sentBefore }: SendingTimes) => sentBefore && { lt: seconds(sentBefore.getTime() + margin) }

/** When an operation can have created something. */
const wholeTime = (times: SendingTimes): Stripe.RangeQueryParam => ({
  gte: seconds(times.sentAfter.getTime() - margin),
  ...endOf(times),
})

/**
 * The same, and as long before as Stripe remembers a key: if a backup was restored, an operation can have been sent before
 * this database knew of it.
 */
const lifeOfKey = (times: SendingTimes): Stripe.RangeQueryParam => ({
  ...wholeTime(times),
  gte: seconds(times.sentAfter.getTime() - faultLife),
})

/** The time of an operation in parts, the likeliest first: the lists of the others can be long. */
function partsOf(times: SendingTimes): Stripe.RangeQueryParam[] {
  const early = times.sentAfter.getTime() + soon
  if (Date.now() < early) return [wholeTime(times)]
  const limit = seconds(early)
  return [
    { ...wholeTime(times), lt: limit },
    { gte: limit, ...endOf(times) },
  ]
}

/** The first object of a list that matches; undefined if all pages were read and none does. */
async function first<T extends ListedObject>(
  using: UsingSession,
  matches: (object: T) => boolean,
  list: Parameters<typeof listAll<T>>[1],
): Promise<T | undefined> {
  for await (const object of listAll(using, list)) if (matches(object)) return object
  return undefined
}

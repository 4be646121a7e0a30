import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import * as z from 'zod'
import { log } from '../../core/log'
import type { ConnectionFacts } from '../../model/card/connection'
import type { Notices } from '../../model/card/notices'
import { type StripeSession, send } from './client'
import { listAll } from './pages'

/** Stripe's notices. */
const events = [
  'charge.captured',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.expired',
  'charge.failed',
  'charge.refunded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payout.canceled',
  'payout.failed',
  'payout.paid',
  'payout.reconciliation_completed',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.succeeded',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/**
 * Stripe's notices about an account. Of several captures of an authorisation, only the last one has a notice of its own. The
 * others are known by what is left, whose notice also comes with each authorisation.
 */
export const eventsFor = (
  facts: Pick<ConnectionFacts, 'severalCaptures'> | undefined,
): Stripe.WebhookEndpointCreateParams.EnabledEvent[] =>
  facts?.severalCaptures === 'available'
    ? [...events, 'payment_intent.amount_capturable_updated']
    : [...events]

/** How old a signature may be, in seconds. This also prevents replays of recorded notices. */
const tolerance = 300

/** Creates or finds the endpoint that sends notices to an address, and makes it send exactly these events. */
export async function subscribe(
  session: StripeSession,
  {
    url,
    known,
    events: enabled_events,
  }: {
    url: string
    known: readonly string[]
    events: Stripe.WebhookEndpointCreateParams.EnabledEvent[]
  },
): Promise<{ id: string; secret?: string } | undefined> {
  const { webhookEndpoints } = session.stripe
  const present: Stripe.WebhookEndpoint[] = []
  const all = listAll<Stripe.WebhookEndpoint>(
    (request) => request(session),
    ({ stripe }, page, options) => stripe.webhookEndpoints.list(page, options),
  )
  for await (const endpoint of all) if (endpoint.url === url) present.push(endpoint)
  const ours = present.find(({ id }) => known.includes(id))
  if (ours) {
    if (!isAsNeeded(ours, enabled_events))
      await send(session, 'webhook_endpoint', (options) =>
        webhookEndpoints.update(ours.id, { enabled_events, disabled: false }, options),
      )
    // A newer one may be about to replace ours.
    await remove(
      session,
      present.filter(({ created }) => created < ours.created),
    )
    return { id: ours.id }
  }
  // Without it, a request that is repeated after its connection broke would create a second endpoint.
  const idempotencyKey = randomUUID()
  try {
    const { id, secret } = await send(session, 'webhook_endpoint', (options) =>
      webhookEndpoints.create(
        { url, enabled_events, api_version: '2026-10-28.endive' },
        { ...options, idempotencyKey },
      ),
    )
    if (secret === undefined) throw new Error(`Webhook endpoint ${id} came without its secret`)
    await remove(session, present)
    return { id, secret }
  } catch (error) {
    // Stripe cannot reach an address such as localhost. Look-ups find what notices would have reported.
    if (error instanceof Stripe.errors.StripeError && error.param === 'url') return undefined
    throw error
  }
}

/**
 * Deletes endpoints whose secrets are not known, so that their notices could not be verified. One that cannot be deleted
 * now is deleted after a later check: the secret of the new one must not be lost with the error.
 */
async function remove(session: StripeSession, endpoints: readonly Stripe.WebhookEndpoint[]): Promise<void> {
  for (const { id, url } of endpoints) {
    try {
      await send(session, 'webhook_endpoint', (options) =>
        session.stripe.webhookEndpoints.del(id, {}, options),
      )
    } catch (error) {
      log.warn({ err: error, endpoint: id, url }, 'An old endpoint for notices is deleted later')
    }
  }
}

function isAsNeeded({ status, enabled_events }: Stripe.WebhookEndpoint, needed: readonly string[]): boolean {
  return status === 'enabled' && [...enabled_events].sort().join() === [...needed].sort().join()
}

/** An event about an object. Those of Stripe's newer API have no data, and some objects, such as a balance, have no id. */
const ObjectEvent = z
  .object({ id: z.string(), type: z.string(), data: z.object({ object: z.object({ id: z.string() }) }) })
  .transform(({ id, type, data }) => ({ id, type, objectId: data.object.id }))

/** Reads a notice that one of the secrets has signed within the last minutes; undefined for any other request. */
export const verifyNotice: Notices['verify'] = (raw, header, secrets) => {
  const signature = header('stripe-signature')
  if (signature === null || !secrets.some((secret) => hasSigned(raw, signature, secret))) return undefined
  return ObjectEvent.safeParse(JSON.parse(raw.toString())).data ?? 'irrelevant'
}

function hasSigned(raw: Buffer, signature: string, secret: string): boolean {
  try {
    return Stripe.webhooks.signature?.verifyHeader(raw, signature, secret, tolerance) ?? false
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

const topics = [
  ['charge.dispute.', 'dispute'],
  ['payout.', 'payout'],
  ['payment_method.', 'stored card'],
] as const

export const topicOf: Notices['topic'] = ({ type }) =>
  topics.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'payment'

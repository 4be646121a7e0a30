import type Stripe from 'stripe'
import type { Outcome, Stored, Storing } from '../../model/card/service'
import { noteBegunCard } from '../remove-cards'
import { type StripeSession, send } from './client'
import { customerOf, isMissingCustomer, replaceCustomer } from './customer'
import { declineOf } from './decline-codes'
import { findSetupIntent } from './find'
import { idOf } from './id-of'
import { metadataOf } from './intent'
import { isReplayedFault, outcomeOfError } from './outcome'
import { isAttached } from './refusal-of-stored-card'
import { storedCardReference } from './stored-card'
import { factsOf, keepCustomer, type TokenRow } from './token'
import { type AdapterContext, type CardStep, withToken } from './with-token'

/**
 * Stores the card of a one-time token with the customer of the account, so that it can be charged off session. A card that
 * another system has stored stays with its customer: its cardholder has agreed, and is not there to be asked.
 */
export async function store(
  adapter: AdapterContext,
  session: StripeSession,
  call: Storing,
): Promise<Outcome<Stored>> {
  return withToken<Stored>(adapter, {
    call,
    purpose: { purpose: 'store' },
    begin: async (token, returnUrl) => {
      try {
        const { customer: known, reference } = token
        if (known !== null && (await isAttached(session, { customer: known, payment_method: reference })))
          return storedWith(token, known)
        const customer = await keepCustomer(
          adapter.db,
          token,
          known ?? (await customerOf(adapter.db, session, call)),
        )
        return stepOf(token, await createWithCustomer(adapter, session, call, { token, customer, returnUrl }))
      } catch (cause) {
        if (!isReplayedFault(cause)) return { outcome: outcomeOfError(cause, 'token') }
        const intent = await findSetupIntent((request) => request(session), call, token)
        return intent ? stepOf(token, intent) : { outcome: { status: 'failed', cause } }
      }
    },
    resume: async (token, reference) => {
      try {
        const intent = await send(session, 'setup_intent', (options) =>
          session.stripe.setupIntents.retrieve(reference, {}, options),
        )
        return stepOf(token, intent)
      } catch (cause) {
        return { outcome: outcomeOfError(cause, 'authorisation') }
      }
    },
  })
}

interface CardToStore {
  token: TokenRow
  customer: string
  returnUrl: string
}

/**
 * Creates the setup intent, with a new customer if the known one no longer exists. The token keeps the known one, so that
 * a repeated operation sends the same requests.
 */
async function createWithCustomer(
  adapter: AdapterContext,
  session: StripeSession,
  call: Storing,
  card: CardToStore,
): Promise<Stripe.SetupIntent> {
  try {
    return await create(adapter, session, call, { ...card, idempotencyKey: call.operation })
  } catch (error) {
    if (!isMissingCustomer(error)) throw error
    const customer = await replaceCustomer(adapter.db, session, call, card.customer)
    const idempotencyKey = `${call.operation}-${customer}`
    return create(adapter, session, call, { ...card, customer, idempotencyKey })
  }
}

async function create(
  { db }: AdapterContext,
  session: StripeSession,
  call: Storing,
  { token, customer, returnUrl, idempotencyKey }: CardToStore & { idempotencyKey: string },
): Promise<Stripe.SetupIntent> {
  const { merchantId, account: accountId } = call
  const reference = storedCardReference({ customer, payment_method: token.reference })
  await noteBegunCard(db, { merchantId, service: token.service, reference, accountId })
  return send(session, 'setup_intent', (options) =>
    session.stripe.setupIntents.create(
      {
        customer,
        payment_method: token.reference,
        usage: 'off_session',
        confirm: true,
        allowed_payment_method_types: ['card'],
        return_url: returnUrl,
        metadata: { ...metadataOf(call), account: call.account },
      },
      { ...options, idempotencyKey },
    ),
  )
}

const storedWith = (token: TokenRow, customer: string): CardStep<Stored> => ({
  outcome: {
    status: 'done',
    reference: storedCardReference({ customer, payment_method: token.reference }),
    card: factsOf(token),
  },
})

function stepOf(token: TokenRow, intent: Stripe.SetupIntent): CardStep<Stored> {
  const { id, status, customer } = intent
  if (status === 'succeeded') return storedWith(token, customer ? idOf(customer) : '')
  if (status === 'requires_payment_method')
    return { outcome: { status: 'declined', code: declineOf(intent.last_setup_error ?? {}) } }
  if (status === 'canceled') return { outcome: { status: 'declined', code: '3ds authentication failure' } }
  const bankUrl = intent.next_action?.redirect_to_url?.url
  if (status === 'requires_action' && bankUrl) return { waits: { reference: id, bankUrl } }
  return { outcome: { status: 'unknown', cause: new Error(`Setup intent ${id} is ${status}`) } }
}

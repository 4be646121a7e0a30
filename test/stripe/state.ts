import type Stripe from 'stripe'
import { DoubleClock } from './clock'
import type { StripeEventType } from './event-types'
import { SeededRandom } from './random'
import { type DoubleSettings, defaultSettings } from './settings'
import { Shelf } from './shelf'
import type { TestCard } from './test-cards'

/** The version of the API that the package `stripe` uses, and the only one that the double supports. */
export const apiVersion: Stripe.WebhookEndpointCreateParams.ApiVersion = '2026-10-28.endive'

/** What the double knows about an intent beyond its fields. */
interface IntentMemo {
  /** Where the bank's page returns to. */
  returnUrl?: string | undefined
  authorised: number
  captures: { amount: number; at: number; transaction: string }[]
  /** The part of the authorisation that was given back. */
  released: number
  /** The refund as which it was given back, if there is one. */
  releaseRefund?: string
  /** The part that was captured, and failed later. */
  failed: number
}

/** All objects of one Stripe account. They refer to each other by id; responses may expand the ids. */
export class DoubleState {
  readonly clock = new DoubleClock()
  readonly random: SeededRandom
  readonly settings: DoubleSettings
  readonly accountId: string
  /** Where the double listens, and serves the bank's pages. */
  origin = ''

  readonly paymentIntents = new Shelf<Stripe.PaymentIntent>('payment_intent', 'intent')
  readonly setupIntents = new Shelf<Stripe.SetupIntent>('setupintent', 'intent')
  readonly setupAttempts = new Shelf<Stripe.SetupAttempt>('setup_attempt')
  readonly customers = new Shelf<Stripe.Customer>('customer')
  readonly paymentMethods = new Shelf<Stripe.PaymentMethod>('payment_method', 'payment_method')
  readonly charges = new Shelf<Stripe.Charge>('charge')
  readonly refunds = new Shelf<Stripe.Refund>('refund')
  readonly balanceTransactions = new Shelf<Stripe.BalanceTransaction>('balance_transaction')
  readonly payouts = new Shelf<Stripe.Payout>('payout')
  readonly disputes = new Shelf<Stripe.Dispute>('dispute')
  readonly files = new Shelf<Stripe.File>('file')
  readonly events = new Shelf<Stripe.Event>('event')
  readonly webhookEndpoints = new Shelf<Stripe.WebhookEndpoint>('webhook_endpoint')

  readonly deletedCustomers = new Set<string>()
  readonly cards = new Map<string, TestCard>()
  /** Payment methods that were charged once without a customer, or were detached, cannot be used again. */
  readonly usedUp = new Set<string>()
  /** Payment methods whose cardholder approved charges off session. */
  readonly setUp = new Set<string>()
  readonly memos = new Map<string, IntentMemo>()
  readonly payoutOf = new Map<string, string>()
  readonly fileContents = new Map<string, Buffer>()
  readonly secrets = new Map<string, string>()
  /** Decline codes for the next charges, whatever the card. */
  readonly nextDeclines: string[] = []

  /** The request that is being processed. Events name it. */
  cause: Stripe.Event.Request | null = null
  /** Set by the deliveries. */
  onEvent: (event: Stripe.Event) => void = () => {}

  constructor(seed: number, settings: Partial<DoubleSettings>) {
    this.random = new SeededRandom(seed)
    this.settings = { ...defaultSettings(), ...settings }
    this.accountId = this.id('acct_', 16)
  }

  id(prefix: string, length = 24): string {
    return `${prefix}${this.random.text(length)}`
  }

  get livemode(): boolean {
    return this.settings.livemode
  }

  memo(intent: string): IntentMemo {
    const existing = this.memos.get(intent)
    if (existing) return existing
    const memo: IntentMemo = { authorised: 0, captures: [], released: 0, failed: 0 }
    this.memos.set(intent, memo)
    return memo
  }

  /** Records an event with a copy of the object as it is now, and passes it to the deliveries. */
  emit(type: StripeEventType, object: object, previous?: object): void {
    const data = { object: structuredClone(object), ...(previous && { previous_attributes: previous }) }
    const event = {
      id: this.id('evt_'),
      object: 'event',
      api_version: apiVersion,
      created: this.clock.now(),
      data,
      livemode: this.livemode,
      pending_webhooks: 0,
      request: this.cause ?? { id: null, idempotency_key: null },
      type,
      // The package has one type for each kind of event, with its object. The callers pair the two.
    } as Stripe.Event
    this.events.add(event)
    this.onEvent(event)
  }
}

/** The id of a field that may be expanded. */
export const idOf = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'object' ? (field?.id ?? null) : (field ?? null)

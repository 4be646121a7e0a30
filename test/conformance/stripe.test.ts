// @module-tag slow

import { and, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { serviceVerification } from '@/db/schema'
import { connectCardService } from '@/server/card/connection'
import { cardServices } from '@/server/card/services'
import { stripeCardService } from '@/server/card/stripe/service'
import type { CardService, Challenge } from '@/server/model/card/service'
import { clientOf } from '@/test/stripe/client'
import { type RunningDouble, startDouble } from '@/test/stripe/start-double'
import { testWorld } from '@/test/world'
import { conform } from './behaviours'
import type { CardMeaning, ConformanceSubject, SubjectBooks, SubjectMovement } from './subject'

/** A key of Stripe's test mode, set by `npm run conformance -- stripe`. Without one, the double of Stripe is tested. */
const testKey = process.env.STRIPE_CONFORMANCE_KEY
const timeoutMs = testKey === undefined ? 5000 : 30_000

const world = testWorld()

let double: RunningDouble | undefined
let stripe: Stripe
let service: CardService
let merchantId: string

beforeAll(async () => {
  if (testKey === undefined) double = await startDouble()
  stripe = double ? clientOf(double) : new Stripe(testKey ?? '', { maxNetworkRetries: 2 })
  const { context, merchant } = await world.newMerchant()
  const stripeBaseUrl = double?.url
  const adapter = stripeCardService(world.runtime.db, { baseUrl: context.baseUrl, stripeBaseUrl, timeoutMs })
  const cards = cardServices([adapter], timeoutMs)
  service = cards.named('stripe')
  merchantId = merchant
  const keys = {
    secret: testKey ?? double?.secretKey ?? '',
    publishable: double?.publishableKey ?? 'pk_test_none',
  }
  const checked = await connectCardService({ ...context, cards }, { service: 'stripe', ...keys })
  if (checked.status !== 'connected') throw new Error(checked.problem)
})

afterAll(() => double?.stop())

/** Stripe's published test payment methods. */
const methods: Record<CardMeaning, string> = {
  accepted: 'pm_card_visa',
  'card declined': 'pm_card_visa_chargeDeclined',
  'insufficient funds': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  'card lost or stolen': 'pm_card_visa_chargeDeclinedLostCard',
  'card expired': 'pm_card_chargeDeclinedExpiredCard',
  'invalid csc': 'pm_card_chargeDeclinedIncorrectCvc',
  'acquirer error': 'pm_card_chargeDeclinedProcessingError',
  'suspected fraud': 'pm_card_radarBlock',
  'declined once stored': 'pm_card_chargeCustomerFail',
  verified: 'pm_card_threeDSecure2Required',
  'verified, insufficient funds': 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  'captured once': 'pm_card_amex',
  'refund pending': 'pm_card_pendingRefund',
  'refund fails': 'pm_card_refundFail',
  'approved off session': 'pm_card_authenticationRequired',
}

/** What Stripe's amounts are multiplied by, where they differ from Kassa's. */
const factors: Record<string, bigint> = { isk: 100n, ugx: 100n }

async function books(id: string): Promise<SubjectBooks> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const minor = (wire = 0) => BigInt(wire) / (factors[intent.currency] ?? 1n)
  return {
    authorised: minor(charge?.amount),
    captured: minor(intent.amount_received),
    refunded: minor(charge?.amount_refunded),
    open: minor(intent.amount_capturable),
  }
}

const paths: Record<SubjectMovement, string> = {
  authorise: '^/v1/payment_intents$',
  capture: '/capture$',
  cancel: '/cancel$',
  refund: '^/v1/refunds$',
}

/** The package sends a request twice if its connection breaks. */
const twice = 2

const switchesOf = (running: RunningDouble): ConformanceSubject['switches'] => {
  const fault = async (kind: SubjectMovement, rest: Parameters<RunningDouble['faults']['add']>[0]) =>
    void running.operate('fault', { method: 'POST', path: paths[kind], times: twice, ...rest })
  return {
    loseResponse: (kind) => fault(kind, { kind: 'lost-after' }),
    loseRequest: (kind) => fault(kind, { kind: 'lost-before' }),
    refuseForNow: (kind, reason) => fault(kind, { kind: reason === 'pace' ? 'rate-limit' : 'lock-timeout' }),
    forgetKeys: async () => running.operate('forget-keys', {}),
    respond: async (challenge, approve) =>
      running.operate('decide', { intent: await referenceOf(challenge), approve }),
    expire: async (intent) => running.operate('expire', { intent }),
    completeRefund: async (refund) => running.operate('complete-refund', { refund }),
    captureLate: async (isLate) => {
      running.operate('settings', { captures: isLate ? 'late' : 'succeeded' })
    },
    completeCaptures: async () => {
      running.operate('advance', { seconds: 120 })
    },
  }
}

async function referenceOf({ data }: Challenge): Promise<string> {
  const { pareq, merchantId: owner } = serviceVerification
  const [row] = await world.runtime.db
    .select()
    .from(serviceVerification)
    .where(and(eq(owner, merchantId), eq(pareq, data.pareq)))
  if (!row) throw new Error(`There is no verification ${data.pareq}`)
  return row.reference
}

conform(
  testKey === undefined ? 'Stripe on its double' : 'Stripe in test mode',
  (): ConformanceSubject => ({
    service,
    merchantId,
    cards: Object.keys(methods) as CardMeaning[],
    token: async (card) => {
      const made = await service.tokenise?.(methods[card], { merchantId, now: new Date() })
      if (!made) throw new Error(`Stripe has no ${methods[card]}`)
      return made.token
    },
    books,
    switches: double ? switchesOf(double) : {},
  }),
)

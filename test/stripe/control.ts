import * as z from 'zod'
import { alter, alterRefund, erase, eraseRefund, pay } from './control-plant'
import { notificationSettings } from './deliveries'
import type { StripeDouble } from './double'
import { ApiError } from './errors'
import { faultRule } from './faults'
import { cancelIntent, captureIntent, expireIntent, failCapture } from './objects/capture-intent'
import { decideIntent } from './objects/confirm-intent'
import { closeDispute, openDispute } from './objects/disputes'
import { renewCard } from './objects/payment-methods'
import { createPayout, failPayout, payOutDaily } from './objects/payouts'
import { completeRefund, failRefund, refundCharge } from './objects/refunds'
import { decideSetup } from './objects/setup-intents'
import { defaultSettings } from './settings'
import { idOf } from './state'

const seconds = z
  .number()
  .min(0)
  .max(400 * 86_400)
const amount = z.int().min(1).optional()
const metadata = z.record(z.string(), z.string()).optional()
const intent = z.strictObject({ intent: z.string() })
const nothing = z.strictObject({})

/** Any part of the settings, checked against the type of each default. */
const settings = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .refine((given) => {
    const known: Record<string, unknown> = { ...defaultSettings() }
    return Object.entries(given).every(
      ([name, value]) =>
        Object.hasOwn(known, name) &&
        typeof value === typeof known[name] &&
        Array.isArray(value) === Array.isArray(known[name]),
    )
  }, 'unknown setting, or a value of the wrong type')

const operation = <I extends z.ZodType, R>(
  about: string,
  input: I,
  run: (double: StripeDouble, input: z.output<I>) => R,
) => ({ about, input, run })

const chargeOf = ({ state }: StripeDouble, id: string) => {
  const { latest_charge } = state.paymentIntents.get(id)
  return state.charges.get(idOf(latest_charge) ?? '')
}

/** The switches, by their name: `POST /_double/{name}` with the input as JSON. */
export const operations = {
  settings: operation('changes settings, which GET /_double/settings lists', settings, ({ state }, given) =>
    Object.assign(state.settings, given),
  ),
  advance: operation('sets the clock forward', z.strictObject({ seconds }), ({ state }, input) => {
    state.clock.advance(input.seconds)
    return { now: state.clock.now() }
  }),

  fault: operation('adds a rule: which requests fail, and how', faultRule, ({ faults }, rule) => {
    faults.add(rule)
    return faults.list()
  }),
  'clear-faults': operation('removes all rules', nothing, ({ faults }) => faults.clear()),
  'forget-keys': operation('forgets all idempotency keys', nothing, ({ idempotency }) =>
    idempotency.forgetAll(),
  ),
  limits: operation(
    'limits requests per second, in total and for each endpoint; null for no limit',
    z.strictObject({ total: z.int().min(1).nullable(), endpoint: z.int().min(1).nullable() }),
    ({ pace }, limits) => {
      pace.limits = limits
    },
  ),
  'reset-rate': operation('begins to measure the rate of requests again', nothing, ({ pace }) =>
    pace.reset(),
  ),

  notifications: operation(
    'delays, repeats, shuffles, drops or holds notifications; what is left out becomes normal',
    notificationSettings,
    ({ deliveries }, given) => {
      deliveries.settings = given
    },
  ),
  'release-notifications': operation('sends what is held, in another order', nothing, ({ deliveries }) =>
    deliveries.release(),
  ),
  resend: operation(
    'sends an event again to all endpoints',
    z.strictObject({ event: z.string() }),
    ({ state, deliveries }, { event }) => deliveries.resend(state.events.get(event)),
  ),

  'decline-next': operation(
    'declines the next charges or stored cards with these codes',
    z.strictObject({ codes: z.array(z.string().min(1)) }),
    ({ state }, { codes }) => state.nextDeclines.push(...codes),
  ),
  decide: operation(
    'approves or refuses a payment or a stored card as the cardholder',
    z.strictObject({ intent: z.string(), approve: z.boolean() }),
    (double, { intent: id, approve }) => decide(double, id, approve),
  ),

  'renew-card': operation(
    'updates a stored card to the number that its bank has issued, valid for three more years',
    z.strictObject({ method: z.string(), number: z.string() }),
    ({ state }, { method, number }) => renewCard(state, state.paymentMethods.get(method), number),
  ),
  pay: operation(
    'makes a payment in the dashboard',
    z.strictObject({
      amount: z.int().min(1),
      currency: z.string().length(3).default('sek'),
      capture: z.boolean().default(true),
      card: z.string().default('pm_card_visa'),
      metadata,
    }),
    ({ state }, input) => pay(state, input),
  ),
  capture: operation(
    'captures in the dashboard',
    intent.extend({ amount, final: z.boolean().default(true) }),
    ({ state }, input) =>
      captureIntent(state, state.paymentIntents.get(input.intent), {
        amount_to_capture: input.amount,
        final_capture: input.final,
      }),
  ),
  cancel: operation('cancels in the dashboard', intent, ({ state }, input) =>
    cancelIntent(state, state.paymentIntents.get(input.intent), 'requested_by_customer'),
  ),
  refund: operation('refunds in the dashboard', intent.extend({ amount, metadata }), (double, input) =>
    refundCharge(double.state, chargeOf(double, input.intent), { ...input, reason: null }),
  ),
  expire: operation('expires an authorisation', intent, ({ state }, input) =>
    expireIntent(state, state.paymentIntents.get(input.intent)),
  ),
  'fail-capture': operation('fails a capture that had succeeded', intent, ({ state }, input) =>
    failCapture(state, state.paymentIntents.get(input.intent)),
  ),
  'complete-refund': operation(
    'completes a pending refund',
    z.strictObject({ refund: z.string() }),
    ({ state }, { refund }) => completeRefund(state, state.refunds.get(refund)),
  ),
  'fail-refund': operation(
    'fails a refund',
    z.strictObject({ refund: z.string() }),
    ({ state }, { refund }) => failRefund(state, state.refunds.get(refund)),
  ),

  dispute: operation(
    'disputes a charge, or prevents that: the amount is withdrawn at once, or had been refunded',
    intent.extend({
      amount,
      reason: z.string().default('fraudulent'),
      inquiry: z.boolean().default(false),
      prevented: z.enum(['withdrawn', 'refunded']).optional(),
    }),
    (double, input) => openDispute(double.state, chargeOf(double, input.intent), input),
  ),
  'close-dispute': operation(
    'decides a dispute',
    z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
    ({ state }, { dispute, outcome }) => closeDispute(state, state.disputes.get(dispute), outcome),
  ),
  payout: operation(
    'pays out what was not paid out, at the request of a person if `manual`; `pending` includes what is not available yet, `debit` collects a negative balance, and `fee` is what an instant payout costs',
    z.strictObject({
      currency: z.string().length(3).default('sek'),
      pending: z.boolean().default(true),
      manual: z.boolean().default(false),
      debit: z.boolean().default(false),
      fee: z.int().default(0),
    }),
    ({ state }, input) => createPayout(state, input) ?? null,
  ),
  'fail-payout': operation(
    'fails a payout',
    z.strictObject({ payout: z.string() }),
    ({ state }, { payout }) => failPayout(state, state.payouts.get(payout)),
  ),
  'pay-out-daily': operation('pays out every day from now on', nothing, ({ state }) => payOutDaily(state)),

  'create-key': operation(
    'creates an API key; a restricted one with permissions such as charges:write',
    z.strictObject({
      kind: z.enum(['secret', 'restricted', 'publishable']),
      permissions: z.array(z.string()).nullable().default(null),
    }),
    ({ apiKeys }, { kind, permissions }) => ({ key: apiKeys.create(kind, permissions) }),
  ),
  'revoke-key': operation('revokes an API key', z.strictObject({ key: z.string() }), ({ apiKeys }, { key }) =>
    apiKeys.revoke(key),
  ),

  erase: operation('removes an intent, as if it had never arrived', intent, ({ state }, input) =>
    erase(state, input.intent),
  ),
  alter: operation(
    'changes an intent without a trace: what was captured, its currency or its metadata',
    intent.extend({
      captured: z.int().min(0).optional(),
      currency: z.string().length(3).optional(),
      metadata,
    }),
    ({ state }, input) => alter(state, input),
  ),
  'erase-refund': operation(
    'removes a refund, as if it had never arrived',
    z.strictObject({ refund: z.string() }),
    ({ state }, { refund }) => eraseRefund(state, state.refunds.get(refund)),
  ),
  'alter-refund': operation(
    'changes the amount or the metadata of a refund without a trace',
    z.strictObject({ refund: z.string(), amount, metadata }),
    ({ state }, input) => alterRefund(state, state.refunds.get(input.refund), input),
  ),
}

export type OperationName = keyof typeof operations
export type OperationInput<N extends OperationName> = z.input<(typeof operations)[N]['input']>
export type OperationResult<N extends OperationName> = ReturnType<(typeof operations)[N]['run']>

export function operate<N extends OperationName>(
  double: StripeDouble,
  name: N,
  input: OperationInput<N>,
): OperationResult<N> {
  const { input: schema, run } = operations[name]
  // TypeScript does not see that the schema and the function of one operation belong together.
  const work = run as (double: StripeDouble, input: unknown) => OperationResult<N>
  return work(double, schema.parse(input))
}

/** Ends an approval. A subsequent decline is the result of the payment, not an error of the cardholder. */
export function decide({ state }: StripeDouble, id: string, approve: boolean): void {
  const payment = state.paymentIntents.find(id)
  try {
    if (payment) decideIntent(state, payment, approve)
    else decideSetup(state, state.setupIntents.get(id), approve)
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.body.type !== 'card_error') throw failure
  }
}

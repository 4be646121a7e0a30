import { expect, test } from 'vitest'
import { errorSamples } from '@/test/error-samples'
import { documented } from '../http/documented'
import { bodyErrors } from './has-begun-nothing'

/** Final under an Idempotency-Key, unless the response says otherwise, or never the response to a request with one. */
const others = [
  'logo.unusable',
  'order.nothing-left',
  'order.operation-running',
  'order.payment-running',
  'order.overcharge',
  'order.disputed',
  'order.unpaid-in-part',
  'order.in-full-only',
  'order.has-lines',
  'order.has-no-lines',
  'tag.too-many',
  'lines.ambiguous',
  'lines.no-match',
  'lines.fraction',
  'lines.too-few',
  'search.amount-too-fine',
  'payer.no-card',
  'payer.no-key-added-card',
  'card.declined',
  'card.invalid-token',
  'card.verification',
  'payment.no-card',
  'card-service.no-authorisation',
  'card.tokenised-elsewhere',
  'verification.return-address',
  'card-service.unknown',
  'card-service.keys-refused',
  'link.no-address',
  'mail.has-secret',
  'mail.order-paid',
  'subscription.ended',
  'subscription.start-after-end',
  'subscription.too-many-due',
  'subscription.plan-misfit',
  'subscription.end-not-undoable',
  'subscription.end-changed',
  'cursor.invalid',
  'time-zone.unknown',
  'month.not-over',
  'series.same-prefix',
  'series.used-prefix',
  'series.backwards',
  'key.too-many',
  'view.name-taken',
  'view.too-many',
  'callback.too-many',
  'password.wrong',
  'password.not-of-known-user',
  'factor.code-wrong',
  'invitation.is-invited',
  'invitation.is-member',
  'invitation.spent',
  'member.last-owner',
  'reset.spent',
]

test('each error with the status 400 is either about the body or final', () => {
  const codes = errorSamples.filter((error) => documented(error).status === 400).map(({ code }) => code)
  expect([...bodyErrors, ...others].sort()).toEqual(codes.sort())
})

import type { Actor } from '../core/context'
import type { ErrorCode } from '../model/error-codes'
import { hasCode } from '../model/errors'

/**
 * Errors of the domain that only another body can avoid. They are thrown before anything is begun or created. All others
 * depend on what the request meets: the state of an order, an account or a subscription, the settings, or the card.
 */
export const bodyErrors = [
  'amount.too-fine',
  'order.costs-nothing',
  'order.too-large',
  'order.too-many-units',
  'order.foreign-callback',
  'metadata.not-for-public-key',
  'payer.not-found',
  'card-service.currency',
  'card-service.step',
  'card.not-a-test-card',
  'card.unknown-reference',
  'card.expired',
  'card.security-code-length',
  'method.unknown',
  'method.repeated',
  'subscription.end-before-start',
  'subscription.too-many-passed',
  'subscription.plan-late',
  'subscription.plan-after-end',
  'clock.backwards',
  'clock.too-far',
] as const satisfies ErrorCode[]

/**
 * Whether a first attempt that failed has begun nothing and need not be remembered, because its body failed validation.
 * Under a public key, which anyone may hold, all errors except declines count as this. Declines are limited, and must be
 * replayed so that the card is not tried again. If others were stored, a stranger could fill the database with them.
 */
export const hasBegunNothing = (
  error: unknown,
  { status, actor }: { status: number; actor: Actor },
): boolean =>
  hasCode(error, ...bodyErrors) ||
  (actor.kind === 'public' && status < 500 && !hasCode(error, 'card.declined', 'card.verification'))

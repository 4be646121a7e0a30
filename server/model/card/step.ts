import { fail } from '../errors'
import type { Money } from '../money/money'

/** Throws `card-service.step` if an amount is not a multiple of the step, in minor units. */
export function requireStep(step: bigint | undefined, { amount, currency }: Money): void {
  if (step !== undefined && amount % step !== 0n)
    throw fail('card-service.step', { step: { amount: step, currency } })
}

import { fail } from '../model/errors'

/**
 * Checks that the card that would be charged is the one that a person confirmed. `expected`: its ID, null for no card,
 * undefined if nobody saw it. Throws `payer.card-changed`.
 */
export function requireExpectedCard(
  method: { id: string } | null | undefined,
  expected: string | null | undefined,
): void {
  if (expected !== undefined && (method?.id ?? null) !== expected) throw fail('payer.card-changed')
}

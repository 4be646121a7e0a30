import { sha256 } from '../core/crypto'
import { fail } from '../model/errors'
import { type Changeable, withPlanned } from '../model/subscription/planned-change'
import type { SubscriptionRow } from '../store/subscriptions'

type Terms = Changeable & Pick<SubscriptionRow, 'start' | 'end'>

/** A hash of what a person who changes a subscription has seen of it: what it costs, and when it is due. */
export function hashOfTerms(row: Terms): string {
  const { start, end, planned } = row
  const later = planned && { from: planned.from, ...priceTerms(withPlanned(row)) }
  return sha256(JSON.stringify({ ...priceTerms(row), ...{ start, end }, planned: later }, sorted))
}

const priceTerms = ({ items, currency, schedule }: Terms) => ({ items, currency, schedule })

/** Terms that were just set keep the order of their keys, and PostgreSQL returns them in its own. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/**
 * Checks a change that a person confirmed. `expected`: the hash of the terms that the person saw; undefined if nobody
 * saw them. `after`: the terms once changed, which a request that is repeated after a lost response finds already saved.
 * The caller has locked the subscription. Throws `subscription.changed`.
 */
export function requireExpected(
  expected: string | undefined,
  { before, after }: { before: Terms; after?: Terms },
): void {
  if (expected === undefined) return
  const now = hashOfTerms(before)
  if (expected !== now && (after === undefined || hashOfTerms(after) !== now))
    throw fail('subscription.changed')
}

import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../core/crypto'
import { fail } from '../model/errors'
import { type Changeable, withPlanned } from '../model/subscription/planned-change'
import type { SubscriptionRow } from '../store/subscriptions'

type Terms = Changeable & Pick<SubscriptionRow, 'start' | 'end'>

/** Returns what a person who changes a subscription has seen of it: what it costs, and when it is due. */
export const confirmableTerms = (row: Terms) => {
  const { start, end, planned } = row
  return {
    ...priceTerms(row),
    ...{ start, end },
    planned: planned && { from: planned.from, ...priceTerms(withPlanned(row)) },
  }
}

/** A hash of the terms, which a form sends to say what its page showed. */
export const hashOfTerms = (row: Terms): string => sha256(JSON.stringify(confirmableTerms(row)))

const priceTerms = ({ items, currency, schedule }: Terms) => ({ items, currency, schedule })

/**
 * Checks a change that a person confirmed. `expected`: the terms that the person saw; undefined if nobody saw them. The
 * caller has locked the subscription. Throws `subscription.changed`.
 */
export function requireExpected(before: Terms, after: Terms, expected: object | undefined): void {
  if (expected === undefined) return
  const now = confirmableTerms(before)
  // A request that is repeated after a lost response finds the terms that it saved itself.
  const isKnown = [expected, confirmableTerms(after)].some((each) => isDeepStrictEqual(now, each))
  if (!isKnown) throw fail('subscription.changed')
}

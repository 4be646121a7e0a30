import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../calendar'
import type { Items } from '../order/schemas'
import { type Changeable, type PlannedChange, withPlanned } from './planned-change'
import type { Dates } from './same-terms'

/** What a subscription costs. `amount`: minor units, as text. */
interface RecordedPrice {
  items: Items
  amount: string
  currency: string
}

/** A subscription's terms as its history stores them, in the parts that change together. */
export interface RecordedTerms {
  price: RecordedPrice
  dates: Dates
  end: Day | null
  number: string | null
  callback: string | null
  /** A change that takes effect later; null if there is none. */
  planned: { from: Day; price: RecordedPrice; dates: Dates } | null
  /** Whether it has ended. */
  ended: boolean
}

/** A change of a subscription: the parts that it changed, before and after. */
export interface RecordedChange {
  /** Null for its creation. */
  before: Partial<RecordedTerms> | null
  after: Partial<RecordedTerms>
}

interface Terms extends Changeable {
  start: Day
  end: Day | null
  number: string | null
  callback: string | null
  ended: Date | null
}

/** Returns what a change did to a subscription's terms; undefined if it changed none. */
export function changeOfTerms(before: Terms | undefined, after: Terms): RecordedChange | undefined {
  const now = recordedTerms(after)
  if (!before) return { before: null, after: now }
  const then = recordedTerms(before)
  const changed = Object.keys(now).filter((part) =>
    // A plan stays the same when what it leaves unchanged changes: a planned schedule when the price does.
    part === 'planned'
      ? !isDeepStrictEqual(planOf(before), planOf(after))
      : !isDeepStrictEqual(Reflect.get(then, part), Reflect.get(now, part)),
  )
  const partsOf = (terms: RecordedTerms): Partial<RecordedTerms> =>
    Object.fromEntries(changed.map((part) => [part, Reflect.get(terms, part)]))
  return changed.length === 0 ? undefined : { before: partsOf(then), after: partsOf(now) }
}

/** A planned change, whether or not the customer was notified of it. */
function planOf({ planned }: Terms): Omit<PlannedChange, 'notified'> | null {
  if (planned === null) return null
  const { notified: _, ...plan } = planned
  return plan
}

function recordedTerms(terms: Terms): RecordedTerms {
  const { end, number, callback, ended, planned } = terms
  return {
    ...{ ...pricesAndDates(terms), end, number, callback, ended: ended !== null },
    planned: planned && { from: planned.from, ...pricesAndDates({ ...terms, ...withPlanned(terms) }) },
  }
}

const pricesAndDates = ({ items, amount, currency, schedule, start }: Terms) => ({
  price: { items, amount: `${amount}`, currency },
  dates: { schedule, start },
})

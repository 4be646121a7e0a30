import { startOfDay } from '../core/clock'
import { addDays, type Day, dayOf } from '../model/calendar'
import type { SubscriptionCreatable } from '../subscription/schemas'

export interface PlannedSubscription {
  /** When it is created, and when it is ended early. */
  created: Date
  deleted?: Date
  account: string
  terms: SubscriptionCreatable
}

type PlannedTerms = Omit<SubscriptionCreatable, 'currency'>

/** The items and schedules of subscriptions. */
const offers: PlannedTerms[] = [
  { items: { name: 'Coffee, 2 bags', price: 159.2, vat: 12, quantity: 2 }, schedule: 'monthly' },
  { items: { name: 'Office coffee', price: 1120, vat: 12 }, schedule: { frequency: 'monthly', offset: -1 } },
  { items: { name: 'Weekly bag', price: 79.2, vat: 12 }, schedule: { frequency: 'weekly', offset: 1 } },
  {
    items: { name: 'Machine service', price: 799.2, vat: 25 },
    schedule: { frequency: 'quarterly', offset: [2, -1] },
  },
  {
    items: [
      { name: 'Tasting box', price: 239.2, vat: 12 },
      { name: 'Delivery', price: 39.2, vat: 25 },
    ],
    schedule: { frequency: 'monthly', offset: 14 },
  },
  { items: 249, schedule: 'monthly' },
  { items: { name: 'Membership', price: 960, vat: 25 }, schedule: 'yearly' },
]

/**
 * Returns 25 subscriptions that cover every state. `payers` have cards that work. The payment of the first of
 * `decliners` was given up; those of the others are being retried.
 */
export function plannedSubscriptions(at: {
  payers: readonly string[]
  decliners: readonly string[]
  timeZone: string
  from: Date
  until: Date
}): PlannedSubscription[] {
  const { payers, decliners, timeZone, from, until } = at
  const today = dayOf(until, timeZone)
  const first = dayOf(from, timeZone)
  const plan = (account: string | undefined, start: Day, terms: PlannedTerms): PlannedSubscription[] => {
    if (account === undefined) return []
    const created = startOfDay(start < today ? start : addDays(today, -1), timeZone)
    return [{ created, account, terms: { number: `S-${start}`, ...terms, currency: 'SEK', start } }]
  }
  const offer = (index: number): PlannedTerms =>
    offers[index % offers.length] ?? { items: 99, schedule: 'monthly' }
  const monthly: PlannedTerms = {
    items: { name: 'Coffee, 1 bag', price: 159.2, vat: 12 },
    schedule: 'monthly',
  }
  return [
    ...payers
      .slice(0, 15)
      .flatMap((account, index) => plan(account, addDays(first, 2 + index * 5), offer(index))),
    // A customer with two subscriptions.
    ...plan(payers[0], addDays(first, 20), {
      items: { name: 'Paper filters', price: 31.2, vat: 25 },
      schedule: 'monthly',
    }),
    ...plan(payers[15], addDays(today, 12), monthly),
    ...plan(payers[16], addDays(today, 40), offer(3)),
    ...plan(payers[17], addDays(first, 4), { ...monthly, end: addDays(today, -20) }),
    ...plan(payers[18], addDays(first, 9), { ...monthly, end: addDays(today, 45) }),
    ...plan(payers[19], addDays(first, 6), offer(2)).map((planned) => ({
      ...planned,
      deleted: startOfDay(addDays(today, -30), timeZone),
    })),
    ...plan(payers[20], addDays(first, 15), offer(5)).map((planned) => ({
      ...planned,
      deleted: startOfDay(addDays(today, -3), timeZone),
    })),
    ...plan(decliners[0], addDays(today, -25), monthly),
    ...plan(decliners[1], addDays(today, -2), monthly),
    ...plan(decliners[2], addDays(today, -4), offer(5)),
  ]
}

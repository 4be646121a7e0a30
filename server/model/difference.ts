import type { EventKind } from './order/rules'

/** What a difference between Kassa's books and a card service's is about. `there` is at the card service. */
export const differenceKinds = [
  'missing here',
  'missing there',
  'foreign',
  'duplicate',
  'label',
  'amount',
  'currency',
  'state',
  'charge missing here',
  'charge missing there',
  'refund missing here',
  'refund missing there',
  'cancel missing here',
  'cancel missing there',
  'expired',
  'own records',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Amounts in minor units, as text. */
export interface DifferenceDetails {
  currency?: string
  here?: string
  there?: string
  /** The kind of event that it is about. */
  event?: EventKind
  operation?: string
  /** When an operation was requested whose outcome should be known by now. */
  pendingSince?: string
}

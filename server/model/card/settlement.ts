import type { Money } from '../money/money'

/** `closed`: it ended without a decision, such as an inquiry that did not become a dispute. */
export const disputeStates = ['needs response', 'under review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof disputeStates)[number]

/** A payment that its cardholder disputes. */
export interface Dispute extends Money {
  id: string
  /** The reference of the payment, as `authorize` returned it. */
  authorisation: string
  /** The bank's reason, in plain words. */
  reason: string
  state: DisputeState
  /** The bank only asks: no money has been taken back. */
  isInquiry: boolean
  /** A decision has been appealed: the dispute is open again. */
  isAppeal?: boolean
  opened: Date
  /** Until when evidence is accepted. */
  due: Date | null
}

/** Until when a dispute can be responded to; null if it needs no response. */
export const deadlineOf = ({ state, due }: Pick<Dispute, 'state' | 'due'>): Date | null =>
  state === 'needs response' ? due : null

export const payoutStates = ['on its way', 'paid', 'failed', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** Whether a payout has arrived or is still to. */
export const arrives = (state: PayoutState): boolean => state !== 'failed' && state !== 'cancelled'

/** Money that a card service pays to the merchant's bank account. */
export interface Payout extends Money {
  id: string
  state: PayoutState
  created: Date
  /** When the bank account is expected to have it. */
  arrives: Date
  /** Whether the service knows which entries it consists of; `never` if a person requested it. */
  itemised: 'yes' | 'not yet' | 'never'
}

export const entryKinds = [
  'charge',
  'refund',
  'failed refund',
  'dispute',
  'dispute reversal',
  'fee',
  'failed payout',
  'other',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** A movement of money on the merchant's balance at a card service, in the currency of the balance. */
export interface SettlementEntry extends Money {
  id: string
  kind: EntryKind
  /** What the service deducted. The balance changed by `amount` minus `fee`. */
  fee: bigint
  /** The reference of the payment that it is about, if any. */
  authorisation?: string
  date: Date
}

/**
 * Disputes, payouts and fees of a card service. Leaves out what is in a currency that Kassa does not have and, if several
 * merchants share an account, disputes and entries of the other merchants' payments. All lists are complete otherwise; the
 * newest comes first.
 */
export interface Settlement {
  dispute(at: { merchantId: string; id: string }): Promise<Dispute | undefined>
  disputesSince(at: { merchantId: string; since: Date }): AsyncIterable<Dispute>
  payout(at: { merchantId: string; id: string }): Promise<Payout | undefined>
  payoutsSince(at: { merchantId: string; since: Date }): AsyncIterable<Payout>
  entriesSince(at: { merchantId: string; since: Date }): AsyncIterable<SettlementEntry>
  /** What a payout consists of, without the payout itself. */
  entriesOf(at: { merchantId: string; payout: string }): AsyncIterable<SettlementEntry>
}

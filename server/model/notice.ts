import type { KeyRefusal } from './card/connection'
import type { EventKind } from './order/rules'
import type { Role } from './roles'

/** The order of a notification. `amount` is in minor units, as text. */
interface Ordered {
  order: string
  number?: string
  amount: string
  currency: string
}

/** `isInquiry`: the bank only asks, and has taken no money. */
interface Inquired {
  isInquiry?: boolean
}

/** Counts what it reports: more of the same within an hour is added. Its details are about the first. */
interface Counted {
  count: number
}

/** Something for a merchant's team to know or do. Instants are ISO 8601. */
export type Notice =
  /** `wasInquiry`: the bank had only asked before, and has taken the money back now. */
  | ({ what: 'dispute opened'; reason: string; due?: string; wasInquiry?: boolean } & Inquired & Ordered)
  | ({ what: 'dispute due'; due: string } & Inquired & Ordered)
  | ({ what: 'dispute won' | 'dispute lost' } & Ordered)
  /** Without a decision. */
  | ({ what: 'dispute closed' } & Inquired & Ordered)
  /** An operation that the card service had reported as done or accepted. */
  | ({ what: 'operation failed later'; operation: EventKind } & Ordered)
  /** A payout to the merchant’s bank. `service`: its title. */
  | { what: 'payout failed'; service: string; amount: string; currency: string }
  | ({ what: 'authorisation expires'; until: string } & Ordered)
  | { what: 'differences'; count: number }
  /** `service`: its title. Without `why`, the account there may not take payments. */
  | { what: 'payments not possible'; service: string; why?: KeyRefusal }
  /** Payments of subscriptions: those that are retried, and those whose last attempt failed. */
  | ({ what: 'payments failed' | 'payments given up'; payer?: string } & Ordered & Counted)
  | ({ what: 'callbacks failing'; url: string; since: string; why: string } & Counted)
  | ({ what: 'callbacks working'; url: string; since: string } & Counted)
  | ({ what: 'member joined' | 'member removed' } & Member)
  | ({ what: 'role changed'; before: Role } & Member)

interface Member {
  email: string
  role: Role
  /** Who changed it. */
  by: string
}

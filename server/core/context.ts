import type { Database } from '@/db/client'
import type { Merchant } from '@/db/schema'
import type { CardServices } from '../model/card/service'
import type { Role } from '../model/roles'
import { type Clock, merchantClock } from './clock'

/** The holder of a key. */
export type KeyActor =
  | { kind: 'public' | 'private'; keyId: string }
  | { kind: 'account'; keyId: string; accountId: string }

/** Who acts: the holder of a key, somebody who has signed in, or Kassa itself (the worker, demo data). */
export type Actor = KeyActor | { kind: 'user'; userId: string; role: Role } | { kind: 'system' }

/** What every domain function works in: the merchant it is for, who asks, and the world around it. */
export interface Context {
  db: Database
  merchant: Merchant
  actor: Actor
  /** The merchant's clock. */
  clock: Clock
  cards: CardServices
  /** The source address of the request, if it came over the network. */
  source?: string
  /** Names the request, the same each time it is repeated; what it begins is found again by it. */
  origin?: string
}

/** The context in which Kassa itself works for a merchant, whatever request it was that set it to work. */
export const contextOf = (
  { db, clock, cards }: Pick<Context, 'db' | 'clock' | 'cards'>,
  merchant: Merchant,
): Context => ({
  db,
  cards,
  clock: merchantClock(clock, merchant),
  merchant,
  actor: { kind: 'system' },
})

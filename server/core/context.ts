import type { Database, Queryable, Transaction } from '@/db/client'
import type { ReadFrom } from '@/db/replica'
import type { Merchant } from '@/db/schema'
import type { CardServices } from '../model/card/service'
import type { Role } from '../model/roles'
import { type Clock, merchantClock } from './clock'
import type { Runtime } from './runtime'

/** The holder of a key. `isSession`: the key comes from a login link, not from the merchant. */
export type KeyActor =
  | { kind: 'public' | 'private'; keyId: string }
  | { kind: 'account'; keyId: string; accountId: string; isSession?: boolean }

/** Who acts: the holder of a key, a dashboard user, or Kassa itself (the worker, demo data). */
export type Actor = KeyActor | { kind: 'user'; userId: string; role: Role } | { kind: 'system' }

/** Returns how rows name an actor: its kind and id, such as `user:u_1` or `private:k_1`; null for Kassa itself. */
export function nameOfActor(actor: Actor): string | null {
  if (actor.kind === 'system') return null
  return `${actor.kind}:${actor.kind === 'user' ? actor.userId : actor.keyId}`
}

/** Identifies the actor across merchants. All keys of a customer's account count as one. */
export const actorId = ({ merchant, actor }: Pick<Context, 'merchant' | 'actor'>): string =>
  `${merchant.id} ${actor.kind === 'account' ? actor.accountId : nameOfActor(actor)}`

/** Reports whether a response is for the merchant, not for the holder of a customer's key. */
export const isForMerchant = (reader: Actor | undefined): boolean => reader?.kind !== 'account'

/** What every domain function needs: the merchant, the actor, and the outside world. */
export interface Context {
  db: Database
  /** Where lists and reports read, if there is a replica. */
  readFrom?: ReadFrom | undefined
  merchant: Merchant
  actor: Actor
  /** The merchant's clock. */
  clock: Clock
  cards: CardServices
  /** The public URL of this installation, without a trailing slash. */
  baseUrl: string
  /** The source address of the request, if there is one. */
  source?: string
  /** Identifies the request, and stays the same when it is repeated, so that a repeated request finds what it began. */
  origin?: string
  /** Whether no earlier attempt of the request can have begun anything. */
  isFirst?: boolean
}

/** Where a query runs (the database or a transaction) and whose rows it sees. A `Context` is one. */
export interface Scope {
  db: Queryable
  merchant: Pick<Merchant, 'id'>
}

/** The same with the merchant's settings. */
export type MerchantScope = Pick<Context, 'db' | 'merchant'>

/** The same with the merchant's clock too. */
export type TimedScope = Pick<Context, 'db' | 'merchant' | 'clock'>

/** A context whose database is a transaction, so that everything done with it is committed together. */
export type InTransaction = Context & { db: Transaction }

/** Runs `work` in a transaction. `inside` is the context in it. */
export const inTransaction = <C extends Pick<Context, 'db'>, T>(
  context: C,
  work: (inside: C & { db: Transaction }) => Promise<T>,
): Promise<T> => context.db.transaction((db) => work({ ...context, db }))

/** The context for work that Kassa itself does for a merchant, even if a request triggered it. */
export const contextOf = ({ db, readFrom, clock, cards, baseUrl }: Runtime, merchant: Merchant): Context => ({
  db,
  ...(readFrom && { readFrom }),
  cards,
  baseUrl,
  clock: merchantClock(clock, merchant),
  merchant,
  actor: { kind: 'system' },
})

/**
 * Runs a list, report, search or export on the replica, if there is one and it is up to date. `read` must change nothing:
 * if the replica fails, it runs again on the primary.
 */
export const fromReplica = <C extends Pick<Context, 'db' | 'readFrom'>, T>(
  context: C,
  read: (context: C) => Promise<T>,
): Promise<T> => (context.readFrom ? context.readFrom((db) => read({ ...context, db })) : read(context))

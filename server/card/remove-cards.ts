import { and, asc, eq, exists, notExists, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { method, operation, removedCard } from '@/db/schema'
import { days, minutes } from '../core/clock'
import type { InTransaction } from '../core/context'
import { instantSql } from '../core/instants'
import { keptForDays } from '../core/kept-responses'
import type { Runtime } from '../core/runtime'
import { connectionOf, merchantsSharing } from './connection'
import { eachByMerchant } from './each-by-merchant'

/** How long a removed card is kept: a request may have read it just before, and begin a payment with it. */
const grace = minutes(10)

/** How long a request that stores a card can be repeated. */
export const repeatable = days(keptForDays)

/** How long the card service is asked to remove a card. */
const patience = days(30)
const batch = 100

type RemovedCard = typeof removedCard.$inferSelect

interface StoredCard {
  service: string
  serviceReference: string
}

/**
 * Notes that an account no longer needs the cards that it had `before`, except those that it has `now`, so that the
 * worker removes them at their card services. Those that it has now are needed, whatever was noted before.
 */
export async function noteRemovedCards(
  { db, cards, merchant }: Pick<InTransaction, 'db' | 'cards' | 'merchant'>,
  {
    accountId,
    before,
    now,
  }: { accountId: string; before: readonly StoredCard[]; now: readonly StoredCard[] },
): Promise<void> {
  const gone = new Map(before.map((card) => [nameOf(card), card]))
  for (const card of now) gone.delete(nameOf(card))
  const removing = new Set(cards.all.flatMap(({ name, remove }) => (remove ? name : [])))
  const cardsOf = (stored: Iterable<StoredCard>) =>
    [...stored]
      .filter(({ service }) => removing.has(service))
      .map(({ service, serviceReference }) => ({
        merchantId: merchant.id,
        service,
        reference: serviceReference,
        accountId,
      }))
  const needed = cardsOf(now)
  if (needed.length > 0) await db.delete(removedCard).where(or(...needed.map(isCard)))
  await note(db, cardsOf(gone.values()), 0)
}

/**
 * Notes a card that a card service is about to store. The note is deleted when the card is on its account. If that never
 * happens, because a process stops or the account is refused for another reason, the worker removes the card.
 */
export const noteBegunCard = (db: Queryable, card: NotedCard): Promise<void> => note(db, [card], repeatable)

/** Notes a card that may have been stored, and that no request can add to its account any more. */
export const noteAbandonedCard = (db: Queryable, card: NotedCard): Promise<void> => note(db, [card], 0)

type NotedCard = Omit<RemovedCard, 'removed'>

/** Notes cards that nothing needs from now on or, if a request may still need them, in this many ms. */
async function note(db: Queryable, cards: readonly NotedCard[], inMs: number): Promise<void> {
  if (cards.length === 0) return
  const removed = sql`now() + make_interval(secs => ${inMs / 1000})`
  await db
    .insert(removedCard)
    .values(cards.map((card) => ({ ...card, removed })))
    .onConflictDoUpdate({
      target: [removedCard.merchantId, removedCard.service, removedCard.reference],
      set: { removed },
    })
}

const nameOf = ({ service, serviceReference }: StoredCard) => `${service} ${serviceReference}`

/**
 * Removes cards at their card services that nothing in Kassa needs any more. An error at one does not stop the others;
 * only the first of each merchant is reported. Returns how many were removed, and those that could not be removed for
 * so long that they are given up.
 */
export async function removeCards(
  { db, cards }: Pick<Runtime, 'db' | 'cards'>,
  onError: (error: unknown, card: RemovedCard) => void,
): Promise<{ removed: number; givenUp: RemovedCard[] }> {
  const removed = await eachByMerchant<RemovedCard>({
    batch,
    next: (after) => nextOf(db, after),
    act: async (card) => {
      const { merchantId, service, reference } = card
      // It may have been added again since it was found.
      if ((await db.$count(removedCard, and(isCard(card), isUnneededFor(db, grace)))) === 0) return false
      const need = await needOfOthers(db, card)
      if (need === 'payment') return false
      if (!need) await cards.named(service).remove?.({ merchantId, reference })
      await db.delete(removedCard).where(isCard(card))
      return !need
    },
    onError: (error, card, failed) => failed === 0 && onError(error, card),
  })
  const givenUp = await db.delete(removedCard).where(isUnneededFor(db, patience)).returning()
  // Cards that another attempt has put on their account.
  await db.delete(removedCard).where(and(isOlderThan(grace), exists(onAccount(db, removedCard))))
  return { removed, givenUp }
}

const isCard = ({ merchantId, service, reference }: NotedCard) =>
  and(
    eq(removedCard.merchantId, merchantId),
    eq(removedCard.service, service),
    eq(removedCard.reference, reference),
  )

/** The next cards to remove, those that were removed in Kassa first. */
function nextOf(db: Queryable, after: RemovedCard | undefined): Promise<RemovedCard[]> {
  const { removed, merchantId, reference } = removedCard
  const isAfter =
    after &&
    sql`(${removed}, ${merchantId}, ${reference})
      > (${instantSql(after.removed)}, ${after.merchantId}, ${after.reference})`
  return db
    .select()
    .from(removedCard)
    .where(and(isUnneededFor(db, grace), isAfter))
    .orderBy(asc(removed), asc(merchantId), asc(reference))
    .limit(batch)
}

const isOlderThan = (age: number): SQL =>
  sql`${removedCard.removed} <= now() - make_interval(secs => ${age / 1000})`

/**
 * What other merchants that have connected the same account at a card service need a card for: it is on an account of
 * theirs, or a payment charges it. Both merchants can have brought it from another system. When they remove it, they note
 * it themselves. Only the worker asks, so no merchant learns of another.
 */
async function needOfOthers(
  db: Queryable,
  { merchantId, service, reference }: NotedCard,
): Promise<'account' | 'payment' | undefined> {
  const connection = await connectionOf(db, { merchantId, service })
  const others = connection ? await merchantsSharing(db, { merchantId, service }, connection) : []
  for (const other of others) {
    const name = { merchantId: other, service, reference }
    if ((await onAccount(db, name).limit(1)).length > 0) return 'account'
    for (const status of running) if ((await charging(db, name, status).limit(1)).length > 0) return 'payment'
  }
  return undefined
}

/** The name of a card at a card service, as columns or values. */
type CardName = Record<'merchantId' | 'service' | 'reference', SQLWrapper | string>

/**
 * The methods of a card that is on an account: the same card of the service can have been added again, or to another account
 * if another system stored it.
 */
const onAccount = (db: Queryable, { merchantId, service, reference }: CardName) =>
  db
    .select({ id: method.id })
    .from(method)
    .where(
      and(
        eq(method.merchantId, merchantId),
        eq(method.service, service),
        eq(method.serviceReference, reference),
      ),
    )

/** The indexes of running operations have one status each. */
const running = ['pending', 'accepted'] as const

/** The running operations that charge a card. */
const charging = (db: Queryable, { merchantId, reference }: CardName, status: (typeof running)[number]) =>
  db
    .select({ id: operation.id })
    .from(operation)
    .where(
      and(
        eq(operation.merchantId, merchantId),
        sql`${operation.status} = ${sql.raw(`'${status}'`)}`,
        sql`coalesce(${operation.payer} ->> 'storedCard', ${operation.draft} ->> 'storedCard') = ${reference}`,
      ),
    )

/** Whether a card was removed at least this long ago, in ms, and nothing of its merchant can charge it any more. */
const isUnneededFor = (db: Queryable, age: number): SQL | undefined =>
  and(
    isOlderThan(age),
    notExists(onAccount(db, removedCard)),
    ...running.map((status) => notExists(charging(db, removedCard, status))),
  )

import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { noticeSecret, serviceNotice } from '@/db/schema'
import type { Context } from '../core/context'
import { open, seal } from '../core/crypto'
import { log } from '../core/log'
import { nextInTurn, type WaitingRows } from '../core/merchant-turns'
import type { Runtime } from '../core/runtime'
import type { CurrentCard, NoticeSetup, NoticeSubject, NoticeTopic } from '../model/card/notices'
import type { CardServices } from '../model/card/service'
import type { ConnectionRef } from './connection-ref'

const noticePath = ({ merchantId, service }: ConnectionRef) => `/notices/${service}/${merchantId}`

/**
 * Makes a card service send its notices about a merchant to Kassa, and stores the secret that signs them. The keys can be
 * used without notices, so an error of the service is only logged: the next check tries again. `replace`: with a new
 * secret, even if Kassa has one.
 */
export async function subscribeToNotices(
  { db, cards, baseUrl, merchant, clock }: Context,
  service: string,
  { replace = false } = {},
): Promise<NoticeSetup> {
  const name = { merchantId: merchant.id, service }
  const known = replace ? [] : await secretsOf(db, name)
  const url = `${baseUrl}${noticePath(name)}`
  const endpoint = await cards
    .named(service)
    .notices?.subscribe({ merchantId: merchant.id }, { url, known: known.map(({ id }) => id) })
    .catch((error: unknown) => {
      log.warn(
        { err: error, merchant: merchant.id, service },
        'The endpoint for notices could not be checked',
      )
      return 'failed' as const
    })
  if (endpoint === 'failed') return endpoint
  if (!endpoint) return 'impossible'
  const { id, secret } = endpoint
  if (secret !== undefined) {
    const sealed = seal(secret, purposeOf({ ...name, id }))
    await db
      .insert(noticeSecret)
      .values({ ...name, id, secret: sealed, created: clock.now() })
      .onConflictDoUpdate({
        target: [noticeSecret.merchantId, noticeSecret.service, noticeSecret.id],
        set: { secret: sealed },
      })
    // The other secrets belong to endpoints that have been deleted or will be. One of them may have leaked.
    if (replace)
      await db
        .delete(noticeSecret)
        .where(
          and(
            eq(noticeSecret.merchantId, merchant.id),
            eq(noticeSecret.service, service),
            ne(noticeSecret.id, id),
          ),
        )
  }
  return 'done'
}

const secretsOf = (db: Queryable, { merchantId, service }: ConnectionRef) =>
  db
    .select()
    .from(noticeSecret)
    .where(and(eq(noticeSecret.merchantId, merchantId), eq(noticeSecret.service, service)))

const purposeOf = ({ merchantId, service, id }: ConnectionRef & { id: string }) =>
  `notice_secret ${merchantId} ${service} ${id}`

interface Received extends ConnectionRef {
  raw: Buffer
  header: (name: string) => string | null
}

/**
 * Stores a notice signed by a card service for the worker, once per event, unless it is irrelevant. Returns false for
 * anything that is not signed.
 */
export async function receiveNotice(
  { db, cards, clock }: Pick<Runtime, 'db' | 'cards' | 'clock'>,
  { merchantId, service, raw, header }: Received,
): Promise<boolean> {
  const name = { merchantId, service }
  const stored = await secretsOf(db, name)
  if (stored.length === 0) return false
  const secrets = stored.map(({ id, secret }) => open(secret, purposeOf({ ...name, id })))
  const notice = cards.named(service).notices?.verify(raw, header, secrets)
  if (!notice) return false
  if (notice === 'irrelevant') return true
  const { id: eventId, type, objectId } = notice
  const now = clock.now()
  await db
    .insert(serviceNotice)
    .values({ ...name, eventId, type, objectId, received: now, attempted: now })
    .onConflictDoNothing()
  return true
}

export type NoticeRow = typeof serviceNotice.$inferSelect

/** How long to wait before another attempt at a notice, times the number of attempts. */
const retrySeconds = 30
/** How many notices are taken at once, and how many of one merchant: those of others wait until these are processed. */
const batch = 100
const ofEachMerchant = 25

const waitingNotices: WaitingRows = {
  table: serviceNotice,
  key: [serviceNotice.merchantId, serviceNotice.service, serviceNotice.eventId],
  time: serviceNotice.attempted,
  isWaiting: isNull(serviceNotice.processed),
  isDue: sql`(${serviceNotice.attempts} = 0 or ${serviceNotice.attempted} < now()
    - make_interval(secs => ${retrySeconds} * least(${serviceNotice.attempts}, 120)))`,
}

/**
 * Takes waiting notices, so that no other worker does for a while. Merchants take turns: the one after `after` is first.
 * Returns the notices, and the merchant whose turn is now the last one.
 */
export async function takeNotices(
  db: Queryable,
  after: string,
): Promise<{ notices: NoticeRow[]; last: string }> {
  const turn = { after, limit: batch, each: ofEachMerchant }
  const { chosen, last } = await nextInTurn(db, waitingNotices, turn)
  if (!chosen) return { notices: [], last }
  const notices = await db
    .update(serviceNotice)
    .set({ attempts: sql`${serviceNotice.attempts} + 1`, attempted: sql`now()` })
    .where(
      sql`(${serviceNotice.merchantId}, ${serviceNotice.service}, ${serviceNotice.eventId}) in (${chosen})`,
    )
    .returning()
  return { notices, last }
}

/** A notice as its card service knows it. */
const asSent = ({ merchantId, eventId: id, type, objectId }: NoticeRow) => ({
  merchantId,
  id,
  type,
  objectId,
})

export const topicOfNotice = (cards: CardServices, notice: NoticeRow): NoticeTopic =>
  cards.named(notice.service).notices?.topic(asSent(notice)) ?? 'payment'

/** What a notice about a payment may have changed. */
export const subjectsOfNotice = async (cards: CardServices, notice: NoticeRow): Promise<NoticeSubject[]> =>
  (await cards.named(notice.service).notices?.subjects(asSent(notice))) ?? []

/** The stored card that a notice concerns, as it is now. */
export const storedCardOfNotice = async (
  cards: CardServices,
  notice: NoticeRow,
): Promise<CurrentCard | undefined> => cards.named(notice.service).notices?.storedCard(asSent(notice))

export async function finishNotice(
  db: Queryable,
  { merchantId, service, eventId }: NoticeRow,
): Promise<void> {
  await db
    .update(serviceNotice)
    .set({ processed: sql`now()` })
    .where(
      and(
        eq(serviceNotice.merchantId, merchantId),
        eq(serviceNotice.service, service),
        eq(serviceNotice.eventId, eventId),
      ),
    )
}

/** Deletes notices that were received before a time, processed or not. Returns how many. */
export const deleteNotices = (db: Queryable, before: Date): Promise<number> =>
  deleteInBatches(db, serviceNotice, lt(serviceNotice.received, before))

import { eq, sql } from 'drizzle-orm'
import { asTable } from '@/db/many'
import { membership, notification } from '@/db/schema'
import { hours, later, minutes, realClock } from '../core/clock'
import type { InTransaction } from '../core/context'
import { newId } from '../core/id'
import type { Notice } from '../model/notice'
import { type NotificationKind, notificationWayFor } from '../model/notification'

/** What a team is notified of. */
export interface TeamNotice {
  kind: NotificationKind
  notice: Notice
  /** The page of the merchant's dashboard that it leads to. */
  path: string
  /** Each member is notified at most once for each value; without one, every time. */
  once?: string
  /** A member who need not be notified: the one who did it. */
  except?: string
}

/** A notice with a count, which grows instead of becoming another notification. */
export interface BundledNotice extends Pick<TeamNotice, 'kind' | 'path'> {
  notice: Extract<Notice, { count: number }>
  /** The page that all of them are on, if there is more than one. */
  all: string
}

/**
 * Notifies every member who wants this, in the transaction that it reports on. `mailNotifications` mails those who want
 * mail.
 */
export async function notifyTeam(
  context: Pick<InTransaction, 'db' | 'merchant' | 'clock'>,
  { kind, notice, path, once, except }: TeamNotice,
): Promise<void> {
  const readers = await readersOf(context, kind)
  const rows = readers
    .filter(({ userId }) => userId !== except)
    .map((reader) => rowFor(context, reader, { kind, notice, path, once: once ?? null, delay: 0 }))
  if (rows.length === 0) return
  await context.db.insert(notification).values(rows).onConflictDoNothing()
}

/** Payments fail within minutes of each other, so mail waits until they are counted. */
const bundling = minutes(2)

/**
 * The same for an event that may happen thousands of times: within an hour there is one notification for each `what`,
 * with its count, and at most two e-mails. Locks the notifications until the transaction ends, so it should be the last
 * thing that a transaction does.
 */
export async function notifyTeamOfMany(
  context: Pick<InTransaction, 'db' | 'merchant' | 'clock'>,
  { kind, notice, path, all }: BundledNotice,
): Promise<void> {
  const hour = context.clock.now().toISOString().slice(0, 13)
  const rows = (await readersOf(context, kind)).map((reader) =>
    rowFor(context, reader, {
      ...{ kind, notice, once: `${notice.what} ${hour}`, delay: bundling },
      path: notice.count > 1 ? all : path,
    }),
  )
  if (rows.length === 0) return
  const again = later(realClock(context).now(), hours(1)).toISOString()
  const columns = sql.raw('merchant_id, id, user_id, kind, subject, path, once, created, mail_due')
  await context.db.execute(sql`
    insert into ${notification} as present (${columns}) select ${columns} from ${asTable(notification, rows)}
    on conflict (merchant_id, user_id, once) where once is not null do update set
      subject = present.subject || jsonb_build_object('count',
        (present.subject->>'count')::int + (excluded.subject->>'count')::int),
      path = ${all}, seen = null, created = excluded.created,
      mail_due = case when excluded.mail_due is not null
        then coalesce(present.mail_due, ${again}::timestamptz) end`)
}

interface Reader {
  userId: string
  isMailed: boolean
}

/** Returns the members who want to be notified, always in the same order, because their notifications may be locked. */
async function readersOf(
  { db, merchant }: Pick<InTransaction, 'db' | 'merchant'>,
  kind: NotificationKind,
): Promise<Reader[]> {
  const members = await db
    .select({ userId: membership.userId, role: membership.role, preferences: membership.preferences })
    .from(membership)
    .where(eq(membership.merchantId, merchant.id))
    .orderBy(membership.userId)
  return members.flatMap(({ userId, role, preferences }) => {
    const way = notificationWayFor(kind, { role, chosen: preferences.notifications })
    return way === 'none' ? [] : [{ userId, isMailed: way === 'mail' }]
  })
}

const rowFor = (
  context: Pick<InTransaction, 'merchant' | 'clock'>,
  { userId, isMailed }: Reader,
  {
    delay,
    notice,
    ...given
  }: { kind: NotificationKind; notice: Notice; path: string; once: string | null; delay: number },
) => ({
  ...given,
  ...{ merchantId: context.merchant.id, id: newId(), userId, subject: notice },
  created: context.clock.now(),
  mailDue: isMailed ? later(realClock(context).now(), delay) : null,
})

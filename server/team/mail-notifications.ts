import { and, eq, lt, lte } from 'drizzle-orm'
import { membership, merchant as merchants, notification, user } from '@/db/schema'
import { days, later } from '../core/clock'
import { contextOf, type InTransaction, inTransaction } from '../core/context'
import type { Runtime } from '../core/runtime'
import { writeMails } from '../mail/write-mails'
import { noAccount } from '../model/mail'
import { kindsFor } from '../model/notification'

/** How many members are mailed at a time. */
const batch = 500

/** How many notices a mail names. It counts the others. */
const maxNamed = 10

/**
 * Writes the e-mails for notifications that are due: one for each member, however many notifications there are. Any
 * number of workers may do this at once.
 */
export async function mailNotifications(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  let readers: number
  do {
    const due = await runtime.db
      .selectDistinctOn([notification.merchantId, notification.userId], {
        merchant: merchants,
        userId: notification.userId,
      })
      .from(notification)
      .innerJoin(merchants, eq(merchants.id, notification.merchantId))
      .where(lte(notification.mailDue, now))
      .orderBy(notification.merchantId, notification.userId)
      .limit(batch)
    for (const { merchant, userId } of due)
      await inTransaction(contextOf(runtime, merchant), (inside) => mailOne(inside, { userId, now }))
    readers = due.length
  } while (readers === batch)
}

/** If two workers get here, the second waits for the first and finds that nothing is due. */
async function mailOne(
  context: InTransaction,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const { db, merchant, baseUrl } = context
  const ofReader = and(eq(notification.merchantId, merchant.id), eq(notification.userId, userId))
  const taken = await db
    .update(notification)
    .set({ mailDue: null })
    .where(and(ofReader, lte(notification.mailDue, now)))
    .returning()
  const [member] = await db
    .select({ email: user.email, role: membership.role })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, userId)))
  if (!member) return
  const mayKnow = new Set(kindsFor(member.role))
  const home = `${baseUrl}/dashboard/${merchant.id}`
  const notices = taken
    .filter(({ kind }) => mayKnow.has(kind))
    .toSorted((a, b) => b.created.getTime() - a.created.getTime())
    .map(({ subject, path }) => ({ ...subject, link: home + path }))
  const [first, second] = notices
  if (!first) return
  const mail = { accountId: noAccount, to: member.email }
  if (!second)
    return writeMails(context, [
      { ...mail, template: 'team-notice', data: { ...first, merchant: merchant.name } },
    ])
  const named = notices.slice(0, maxNamed)
  const data = { merchant: merchant.name, link: home, notices: named, more: notices.length - named.length }
  return writeMails(context, [{ ...mail, template: 'team-digest', data }])
}

/** How long notifications are kept. */
const life = days(90)

/** Deletes old notifications. */
export async function deleteOldNotifications({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  await db.delete(notification).where(lt(notification.created, later(clock.now(), -life)))
}

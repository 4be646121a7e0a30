import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { membership, notification } from '@/db/schema'
import type { Notice } from '../model/notice'
import {
  kindsFor,
  type NotificationKind,
  type NotificationWay,
  notificationWayFor,
} from '../model/notification'
import type { MemberContext } from './changing-team'

/** How many notifications are shown. */
const max = 50

export interface ShownNotification {
  id: string
  kind: NotificationKind
  subject: Notice
  path: string
  created: Date
  seen: Date | null
}

/** Returns the newest notifications of the member who asks. */
export function listNotifications(context: MemberContext): Promise<ShownNotification[]> {
  const { id, kind, subject, path, created, seen } = notification
  return context.db
    .select({ id, kind, subject, path, created, seen })
    .from(notification)
    .where(isOwn(context))
    .orderBy(desc(created), desc(id))
    .limit(max)
}

/** More than a badge can show. */
const maxCounted = 100

/** Returns how many notifications the member has not seen: up to a hundred. */
export async function countUnseen(context: MemberContext): Promise<number> {
  const found = await context.db
    .select({ id: notification.id })
    .from(notification)
    .where(and(isOwn(context), isNull(notification.seen)))
    .limit(maxCounted)
  return found.length
}

/** Marks notifications of the member as seen: one, or all up to an instant, so that newer ones stay unseen. */
export async function markSeen(
  context: MemberContext,
  which: { id: string } | { until: Date },
): Promise<void> {
  const { db, clock } = context
  await db
    .update(notification)
    .set({ seen: clock.now() })
    .where(
      and(
        isOwn(context),
        isNull(notification.seen),
        'id' in which ? eq(notification.id, which.id) : lte(notification.created, which.until),
      ),
    )
}

/** The member's own notifications, without those that their role may no longer see. */
const isOwn = ({ merchant, actor }: MemberContext) =>
  and(
    eq(notification.merchantId, merchant.id),
    eq(notification.userId, actor.userId),
    inArray(notification.kind, kindsFor(actor.role)),
  )

/** Returns how the member gets each kind of notification that their role may see. */
export async function notificationSettings(
  context: MemberContext,
): Promise<{ kind: NotificationKind; way: NotificationWay }[]> {
  const { db, actor } = context
  const [member] = await db
    .select({ preferences: membership.preferences })
    .from(membership)
    .where(isMember(context))
  const { role } = actor
  const chosen = member?.preferences.notifications
  return kindsFor(role).map((kind) => ({ kind, way: notificationWayFor(kind, { role, chosen }) }))
}

/** Changes how the member gets notifications of a kind, and leaves everything else that they chose. */
export async function changeNotificationSetting(
  context: MemberContext,
  { kind, way }: { kind: NotificationKind; way: NotificationWay },
): Promise<void> {
  await context.db
    .update(membership)
    .set({
      preferences: sql`${membership.preferences} || jsonb_build_object('notifications',
        coalesce(${membership.preferences}->'notifications', '{}') || jsonb_build_object(${kind}::text, ${way}::text))`,
    })
    .where(isMember(context))
}

const isMember = ({ merchant, actor }: MemberContext) =>
  and(eq(membership.merchantId, merchant.id), eq(membership.userId, actor.userId))

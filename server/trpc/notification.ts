import * as z from 'zod'
import {
  type NotificationKind,
  type NotificationWay,
  notificationKinds,
  notificationWays,
} from '../model/notification'
import {
  changeNotificationSetting,
  countUnseen,
  listNotifications,
  markSeen,
  notificationSettings,
} from '../team/notifications'
import { as, changes, personal, router } from './init'
import { Named } from './named'

/** Their names in the audit log, as in the settings. */
const kindInLog: Record<NotificationKind, string> = {
  decline: 'failedPayments',
  dispute: 'disputes',
  'late failure': 'lateFailures',
  authorisation: 'expiringAuthorisations',
  'card service': 'cardService',
  callbacks: 'failingCallbacks',
  difference: 'reconciliationDifferences',
  team: 'ownersAndRoles',
}

const wayInLog: Record<NotificationWay, string> = {
  none: 'off',
  dashboard: 'dashboard',
  mail: 'dashboard and e-mail',
}

/** Members see and change only their own notifications. */
export const notificationRouter = router({
  /** The newest ones. */
  list: as('viewer').query(({ ctx: { context } }) => listNotifications(context)),

  unseen: as('viewer').query(({ ctx: { context } }) => countUnseen(context)),

  /** Marks one as seen, or all that there were at an instant. */
  markSeen: personal('viewer')
    .input(z.union([Named, z.strictObject({ until: z.date() })]))
    .mutation(({ ctx: { context }, input }) => markSeen(context, input)),

  settings: as('viewer').query(({ ctx: { context } }) => notificationSettings(context)),

  changeSetting: changes('viewer', 'changed their own notifications')
    .input(z.strictObject({ kind: z.enum(notificationKinds), way: z.enum(notificationWays) }))
    .mutation(({ ctx: { context, note }, input: { kind, way } }) => {
      note({ after: { [kindInLog[kind]]: wayInLog[way] } })
      return changeNotificationSetting(context, { kind, way })
    }),
})

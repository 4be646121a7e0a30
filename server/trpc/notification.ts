import { z } from 'zod'
import { notificationKinds, notificationWays } from '../model/notification'
import {
  changeNotificationSetting,
  countUnseen,
  listNotifications,
  markSeen,
  notificationSettings,
} from '../team/notifications'
import { as, changes, personal, router } from './init'

/** Members see and change only their own notifications. */
export const notificationRouter = router({
  /** The newest ones. */
  list: as('viewer').query(({ ctx: { context } }) => listNotifications(context)),

  unseen: as('viewer').query(({ ctx: { context } }) => countUnseen(context)),

  /** Marks one as seen, or all that there were at an instant. */
  markSeen: personal('viewer')
    .input(z.union([z.strictObject({ id: z.string().max(500) }), z.strictObject({ until: z.date() })]))
    .mutation(({ ctx: { context }, input }) => markSeen(context, input)),

  settings: as('viewer').query(({ ctx: { context } }) => notificationSettings(context)),

  changeSetting: changes('viewer', 'changed their own notifications')
    .input(z.strictObject({ kind: z.enum(notificationKinds), way: z.enum(notificationWays) }))
    .mutation(({ ctx: { context }, input }) => changeNotificationSetting(context, input)),
})

import type { NotificationKind, NotificationWay } from './notification'

/** The lists of the dashboard whose views and columns are remembered, by what they list. */
export const lists = [
  ...(['orders', 'attempts', 'accounts', 'subscriptions', 'documents', 'events'] as const),
  ...(['payouts', 'disputes', 'callbacks', 'mail', 'requests', 'audit', 'movements', 'fees'] as const),
] as const
export type ListName = (typeof lists)[number]

/** What a user chose for one merchant. */
export interface Preferences {
  /** By list: its columns in their order. */
  columns?: Partial<Record<ListName, string[]>>
  /** By kind of notification: how the user gets it. Without an entry, it is the default for the user's role. */
  notifications?: Partial<Record<NotificationKind, NotificationWay>>
}

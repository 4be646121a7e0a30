import type { NotificationKind, NotificationWay } from './notification'

/** The lists of the dashboard whose views and columns are remembered, by what they list. */
export const lists = [
  ...(['orders', 'attempts', 'accounts', 'subscriptions', 'documents', 'events'] as const),
  ...(['payouts', 'disputes', 'callbacks', 'mail', 'requests', 'audit', 'movements', 'fees'] as const),
] as const
export type ListName = (typeof lists)[number]

/** What a user chose for one merchant. */
export interface Preferences {
  /** The columns of each list, in order. */
  columns?: Partial<Record<ListName, string[]>>
  /** How the user gets each kind of notification. Kinds without an entry use the default for the role. */
  notifications?: Partial<Record<NotificationKind, NotificationWay>>
}

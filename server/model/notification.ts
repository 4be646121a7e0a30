import type { Role } from './roles'

export const notificationKinds = [
  'decline',
  'dispute',
  'late failure',
  'authorisation',
  'card service',
  'callbacks',
  'difference',
  'team',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How a member gets notifications of a kind. Those that are mailed are also in the dashboard. */
export const notificationWays = ['none', 'dashboard', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]

/** What members get by default. Without an entry, a role may not see it. */
const usual: Record<NotificationKind, Partial<Record<Role, NotificationWay>>> = {
  decline: { owner: 'dashboard', admin: 'dashboard', support: 'dashboard', viewer: 'none' },
  dispute: { owner: 'mail', admin: 'mail', support: 'mail', viewer: 'none' },
  'late failure': { owner: 'mail', admin: 'mail', support: 'mail', viewer: 'none' },
  authorisation: { owner: 'mail', admin: 'mail', support: 'mail', viewer: 'none' },
  'card service': { owner: 'mail', admin: 'mail', support: 'dashboard', viewer: 'none' },
  callbacks: { owner: 'mail', admin: 'mail', support: 'none', viewer: 'none' },
  difference: { owner: 'mail', admin: 'mail', support: 'mail', viewer: 'none' },
  team: { owner: 'mail', admin: 'dashboard' },
}

/** Returns the kinds of notifications that members with a role may see. */
export const kindsFor = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => usual[kind][role] !== undefined)

/** Returns how a member gets notifications of a kind: as chosen, or by default for their role. */
export function notificationWayFor(
  kind: NotificationKind,
  {
    role,
    chosen = {},
  }: { role: Role; chosen?: Partial<Record<NotificationKind, NotificationWay>> | undefined },
): NotificationWay {
  const otherwise = usual[kind][role]
  return otherwise === undefined ? 'none' : (chosen[kind] ?? otherwise)
}

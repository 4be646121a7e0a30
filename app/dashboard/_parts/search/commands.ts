import type { Role } from '@/server/model/roles'
import type { IconName } from '../icons'
import { actionPath } from '../requested-action'
import { verbIn } from './verbs'

/** A page or an action that can be chosen in the search. */
export interface SearchCommand {
  kind: 'page' | 'action'
  title: string
  icon: IconName
  /** Relative to the merchant's pages. */
  path: string
  /** Other words to find it by. */
  words?: string
  role?: Role
  onlyTest?: true
  /** What it does, if it opens no page of this merchant. */
  act?: () => unknown
}

const page = (title: string, icon: IconName, path: string, words?: string): SearchCommand => ({
  ...{ kind: 'page', title, icon, path },
  ...(words && { words }),
})
const action = (title: string, icon: IconName, path: string, role: Role, words?: string): SearchCommand => ({
  ...page(title, icon, path, words),
  ...{ kind: 'action', role },
})

/** Offered before anything is typed. */
const suggestedActions: readonly SearchCommand[] = [
  action('New order', 'plus', '/orders/new', 'support', 'create add charge card payment'),
  action('New account', 'plus', '/accounts/new', 'support', 'create add customer'),
  action('New subscription', 'plus', '/subscriptions/new', 'support', 'create add recurring'),
]

const commands: readonly SearchCommand[] = [
  ...suggestedActions,
  action('New key', 'plus', actionPath('/developers', 'create-key'), 'admin', 'create api add'),
  action('Invite member', 'plus', actionPath('/settings/team', 'invite'), 'admin', 'team add user colleague'),
  action('Add callback address', 'plus', '/events/callbacks', 'admin', 'webhook endpoint create new'),
  action('Roll signing secret', 'act', actionPath('/events/callbacks', 'roll-secret'), 'admin', 'webhook'),
  page('Home', 'home', '', 'dashboard start overview figures'),
  page('Orders', 'orders', '/orders', 'payments transactions'),
  page('Unpaid orders being retried', 'orders', '/orders?status=pending', 'failed payments late overdue'),
  page('Unpaid orders given up', 'orders', '/orders?status=denied', 'failed payments late overdue denied'),
  page('Failed attempts', 'declined', '/attempts', 'payments declines declined'),
  page('Accounts', 'accounts', '/accounts', 'customers'),
  page('Suspended accounts', 'accounts', '/accounts?status=suspended', 'customers unpaid'),
  page('Subscriptions', 'subscriptions', '/subscriptions', 'recurring'),
  page('Payouts', 'payouts', '/payouts', 'balance bank'),
  page('Disputes', 'dispute', '/payouts/disputes', 'chargebacks'),
  page('Reconciliation', 'check', '/payouts/reconciliation', 'differences compare'),
  page('Documents', 'documents', '/documents', 'invoices receipts credit notes'),
  page('Bookkeeping', 'bookkeeping', '/bookkeeping', 'journal accounting sie datev export'),
  page('VAT', 'bookkeeping', '/bookkeeping/vat', 'tax moms ust oss country return'),
  page('Events', 'events', '/events', 'log activity'),
  page('Callbacks', 'events', '/events/callbacks', 'webhooks'),
  page('Mail', 'mail', '/events/mail', 'email receipts bounced sent'),
  page('API keys', 'developers', '/developers', 'developers'),
  page('API requests', 'developers', '/developers/requests', 'log developers'),
  page('Quickstart', 'developers', '/developers/snippets', 'developers examples code snippets'),
  page('Settings: Merchant', 'settings', '/settings/merchant', 'name country time zone currency'),
  page('Settings: Company', 'settings', '/settings/company', 'details vat address invoice'),
  page('Settings: Branding', 'settings', '/settings/branding', 'logo colour'),
  page('Settings: Mail', 'settings', '/settings/mail', 'email texts wording templates'),
  page('Settings: Team', 'settings', '/settings/team', 'members users roles'),
  page('Settings: Notifications', 'bell', '/settings/notifications', 'alerts'),
  page('Settings: Security', 'settings', '/settings/security', 'limits attempts'),
  page('Settings: Card service', 'settings', '/settings/card-service', 'stripe acquirer go live'),
  { ...page('Settings: Clock', 'clock', '/settings/clock', 'time test move'), onlyTest: true },
  { ...page('Audit log', 'settings', '/settings/audit', 'history who settings'), role: 'admin' },
  page('Your sign-in', 'user', '/me', 'password two-step factor profile'),
]

interface Viewer {
  may: (role: Role) => boolean
  type: 'test' | 'live'
}

const isFor =
  ({ may, type }: Viewer) =>
  ({ role, onlyTest }: SearchCommand): boolean =>
    (role === undefined || may(role)) && (!onlyTest || type === 'test')

export const suggestedCommands = (viewer: Viewer): SearchCommand[] => suggestedActions.filter(isFor(viewer))

/** What the person can do: change the appearance, switch to another merchant and sign out. */
export const personalCommands = (
  merchants: readonly { id: string; name: string; type: 'test' | 'live' }[],
  can: {
    show: (scheme: 'light' | 'dark' | 'auto') => void
    open: (merchantId: string) => void
    leave: () => unknown
  },
): SearchCommand[] => {
  const own = (title: string, icon: IconName, words: string, act: () => unknown): SearchCommand => ({
    ...page(title, icon, '', words),
    ...{ kind: 'action', act },
  })
  return [
    ...merchants.map(({ id, name, type }) =>
      own(`Switch to ${name} (${type})`, 'act', `merchant ${id}`, () => can.open(id)),
    ),
    own('Light appearance', 'settings', 'theme mode colours', () => can.show('light')),
    own('Dark appearance', 'settings', 'theme mode colours night', () => can.show('dark')),
    own('Appearance of the system', 'settings', 'theme mode colours auto', () => can.show('auto')),
    own('Sign out', 'user', 'log out logout signout', can.leave),
  ]
}

const maxShown = 5

/**
 * Returns the pages and actions whose words begin with all words of a text, with matches in the title first. A text that
 * is a verb, such as "charge", finds titles only: an order is expected next.
 */
export function findCommands(
  text: string,
  viewer: Viewer,
  personal: readonly SearchCommand[] = [],
): SearchCommand[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  const isIn = (words: string[]) => wanted.every((start) => words.some((word) => word.startsWith(start)))
  const known = [...commands, ...personal].filter(isFor(viewer))
  const byTitle = known.filter(({ title }) => isIn(wordsOf(title)))
  if (viewer.may('support') && verbIn(text)?.rest === '') return byTitle.slice(0, maxShown)
  const byOthers = known.filter(
    (command) => !byTitle.includes(command) && isIn(wordsOf(`${command.title} ${command.words ?? ''}`)),
  )
  return [...byTitle, ...byOthers].slice(0, maxShown)
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

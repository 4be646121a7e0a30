import Link from 'next/link'
import type { Day } from '@/server/model/calendar'
import { schemeName } from '@/server/model/card/scheme-name'
import type { Money } from '@/server/model/money/money'
import { eventInWords } from '@/server/model/order/event-words'
import { itemsInShort } from '@/server/model/subscription/schedule-in-words'
import type { ActivityItem, Tone } from '../../../_parts/activity'
import { dayInSentence, written } from '../../../_parts/day-words'
import type { IconName } from '../../../_parts/icons'
import type { Outputs } from '../../../_parts/merchant'
import { mailItem, noteItem } from '../../_parts/activity-items'
import { disputeDecision, disputeOpening } from '../../_parts/dispute-items'
import { eventLooks } from '../../_parts/event-looks'
import { shortOrderName } from '../../_parts/order-name'
import { reasonWords } from '../../_parts/reason-words'
import { subscriptionInSentence } from '../../_parts/words'

export type ShownEntry = Outputs['account']['history']['rows'][number]

/** The merchant's pages, how they write money, and whether the user may act. */
interface Shown {
  base: string
  accountId: string
  mayAct: boolean
  money: (of: Money) => string
  today: Day
}

/** An entry of an account's history as its activity shows it. */
export function itemOf(entry: ShownEntry, shown: Shown): ActivityItem {
  const { key, date: at, kind, facts } = entry
  if (kind === 'note') {
    const about = { subject: 'account', id: shown.accountId } as const
    return noteItem({ ...facts, created: at }, { ...shown, about })
  }
  if (kind === 'mail') return mailItem({ ...facts, created: at }, shown)
  if (kind === 'dispute' || kind === 'disputeDecided') return { ...disputeItem(entry, shown), key }
  const [icon, tone] = looks[kind === 'order' ? facts.type : kind]
  const { path, by } = { ...pathOf(entry, shown.accountId), ...byOf(entry) }
  const words = inWords(entry, shown)
  const title = path ? (
    <Link href={shown.base + path} prefetch={false}>
      {words}
    </Link>
  ) : (
    words
  )
  return { key, at, icon, tone, title, by, more: detailsOf(entry) }
}

type DisputeEntry = Extract<ShownEntry, { kind: 'dispute' | 'disputeDecided' }>

function disputeItem({ kind, facts }: DisputeEntry, { base, money }: Shown): ActivityItem {
  const { order, number } = facts
  const dispute = { ...facts, amount: BigInt(facts.amount) }
  const opening = disputeOpening(dispute, money)
  const item = kind === 'dispute' ? opening : (disputeDecision(dispute, money) ?? opening)
  const title = (
    <Link href={`${base}/orders/${order}`} prefetch={false}>
      {item.title}
      {number && `: ${number}`}
    </Link>
  )
  return { ...item, title }
}

type OwnItem = DisputeEntry['kind'] | 'note' | 'mail'
type Kind = Exclude<ShownEntry['kind'], OwnItem | 'order'>
type OrderFacts = Extract<ShownEntry, { kind: 'order' }>['facts']

const looks: Record<Kind | OrderFacts['type'], [IconName, Tone]> = {
  ...eventLooks,
  link: ['link', undefined],
  linkUsed: ['link', undefined],
  card: ['card', undefined],
  subscription: ['subscriptions', 'green'],
  subscriptionEnded: ['subscriptions', undefined],
  account: ['user', 'blue'],
  action: ['edit', undefined],
}

/** What members do to an account, by procedure name. An unknown procedure is shown by its name. */
const actions: Record<string, string> = {
  'account.create': 'Created the account',
  'account.confirm': 'Confirmed the account',
  'account.erase': 'Erased the personal data',
  'account.replaceCustomer': 'Edited the customer',
  'account.makeDefault': 'Changed the default card',
  'account.removeCard': 'Removed a card',
  'account.order': 'Created an order',
  'account.sendLink': 'Sent a login link',
  'metadata.replace': 'Changed the metadata',
  'note.remove': 'Deleted a note',
}

/** What members do to a subscription, by procedure name. */
const subscriptionActions: Record<string, (what: string) => string> = {
  'subscription.add': (what) => `Added ${what}`,
  'subscription.change': (what) => `Changed ${what}`,
  'subscription.plan': (what) => `Planned a change of ${what}`,
  'subscription.withdrawPlan': (what) => `Withdrew the planned change of ${what}`,
  'subscription.end': (what) => `Ended ${what}`,
  'subscription.undoEnd': (what) => `Continued ${what}, which was to end`,
  'subscription.payNow': (what) => `Charged the unpaid amount of ${what}`,
}

const endings = {
  customer: 'ended by the customer',
  merchant: 'ended by the merchant',
  term: 'reached its end',
}

function inWords(
  { kind, facts }: Exclude<ShownEntry, { kind: OwnItem }>,
  { money, today }: Pick<Shown, 'money' | 'today'>,
): string {
  switch (kind) {
    case 'order': {
      const sum =
        facts.amount === null ? '' : ` ${money({ amount: BigInt(facts.amount), currency: facts.currency })}`
      const name = nameIn(facts, today)
      const of = facts.number !== null && facts.type !== 'order' ? ' of' : ':'
      return `${eventInWords(facts)}${sum}${name && `${of} ${name}`}`
    }
    case 'link':
      return `Login link for ${facts.contact}`
    case 'linkUsed':
      return 'Login link used: signed in to the account page'
    case 'card':
      return `Card added: ${schemeName(facts.scheme)} ending in ${facts.last4}`
    case 'subscription':
      return `Subscription added: ${itemsInShort(facts.items, facts.number)}`
    case 'subscriptionEnded':
      return `Subscription ${endings[facts.endedBy ?? 'term']}: ${itemsInShort(facts.items, facts.number)}`
    case 'account':
      return 'Account created'
    case 'action':
      if (facts.tag) return `${facts.action === 'tag.add' ? 'Added' : 'Removed'} the tag “${facts.tag}”`
      return subscriptionActionInWords(facts, { money, today }) ?? actions[facts.action] ?? facts.action
  }
}

type ActionFacts = Extract<ShownEntry, { kind: 'action' }>['facts']

function subscriptionActionInWords(
  { action, subscription, endsOn, planned }: ActionFacts,
  { money, today }: Pick<Shown, 'money' | 'today'>,
): string | undefined {
  const what = subscription
    ? subscriptionInSentence(itemsInShort(subscription.items, subscription.number))
    : 'a subscription'
  if (endsOn) return `Set the end of ${what} to ${written(endsOn, { dateStyle: 'long' })}`
  const words = subscriptionActions[action]?.(what)
  if (!words || !planned) return words
  const price = money({ amount: BigInt(planned.amount), currency: planned.currency })
  return `${words} to ${price} from ${dayInSentence(planned.from, today)}`
}

/** Names an order by its number, or by the payment of a subscription that it is. Others have no name. */
function nameIn({ order, number, due, firstLine }: OrderFacts, today: Day): string {
  if (number === null && due === null) return ''
  return shortOrderName({ id: order, number, due, subscriptionName: firstLine }, today)
}

function byOf(entry: ShownEntry): { by?: string | undefined } {
  if (entry.kind === 'action') return { by: entry.facts.email }
  if (entry.kind !== 'order') return {}
  return { by: entry.facts.by }
}

function detailsOf(entry: ShownEntry): string | undefined {
  if (entry.kind !== 'order') return undefined
  const { error, reason } = entry.facts
  if (error) return `${error.description} (${error.code})`
  return reason ? reasonWords[reason] : undefined
}

/** The path of the entry's page below the merchant's pages, if it has one. */
function pathOf({ kind, facts }: ShownEntry, accountId: string): { path?: string } {
  if (kind === 'order') return { path: `/orders/${facts.order}` }
  if (kind === 'subscription' || kind === 'subscriptionEnded')
    return { path: `/subscriptions/${accountId}/${facts.id}` }
  if (kind === 'action' && facts.subject.includes('/')) return { path: `/subscriptions/${facts.subject}` }
  return {}
}

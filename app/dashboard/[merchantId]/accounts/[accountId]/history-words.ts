import { schemeName } from '@/server/model/card/scheme-name'
import type { Money } from '@/server/model/money/money'
import { itemsInShort } from '@/server/model/subscription/schedule-in-words'
import type { Outputs } from '../../../_parts/merchant'

export type ShownEntry = Outputs['account']['history']['rows'][number]

const events = { order: 'Ordered', charge: 'Charged', refund: 'Refunded', cancel: 'Cancelled' } as const
const tried = { charge: 'Payment', refund: 'Refund', cancel: 'Cancellation' } as const

/** What members do to an account, by procedure name. An unknown procedure is shown by its name. */
const actions: Record<string, string> = {
  'account.create': 'created the account',
  'account.replaceCustomer': 'edited the customer',
  'account.makeDefault': 'changed the default card',
  'account.removeCard': 'removed a card',
  'account.order': 'created an order',
  'account.sendLink': 'sent a login link',
  'subscription.add': 'added a subscription',
  'subscription.change': 'changed a subscription',
  'subscription.end': 'ended a subscription',
  'subscription.payNow': 'charged the unpaid amount of a subscription',
}

/** Describes an entry in the account's history. */
export function inWords({ kind, facts }: ShownEntry, money: (of: Money) => string): string {
  switch (kind) {
    case 'order': {
      const sum =
        facts.amount === null ? '' : ` ${money({ amount: BigInt(facts.amount), currency: facts.currency })}`
      if (facts.type === 'accept') return `${tried[facts.original ?? 'charge']} accepted${sum}`
      if (facts.type === 'fail') return `${tried[facts.original ?? 'charge']} failed`
      return `${events[facts.type]}${sum}`
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
      return `Subscription ended: ${itemsInShort(facts.items, facts.number)}`
    case 'account':
      return 'Account created'
    case 'deed':
      return `${facts.email} ${actions[facts.action] ?? facts.action}`
  }
}

/** Returns the colour of the entry's dot. */
export const toneOf = ({ kind, facts }: ShownEntry): string => (kind === 'order' ? facts.type : kind)

/** Returns the path of the entry's page below the merchant's pages, if it has one. */
export function placeOf({ kind, facts }: ShownEntry, accountId: string): string | undefined {
  if (kind === 'order') return `/orders/${facts.order}`
  if (kind === 'subscription' || kind === 'subscriptionEnded')
    return `/subscriptions/${accountId}/${facts.id}`
  if (kind === 'deed' && facts.subject.includes('/')) return `/subscriptions/${facts.subject}`
  return undefined
}

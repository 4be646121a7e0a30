import { expect, test } from 'vitest'
import { itemOf, type ShownEntry } from './history-item'

const shown = {
  ...{ base: '/dashboard/shop', accountId: 'aKdRUwhpmEoXqTfB', mayAct: false, today: '2026-11-28' },
  money: ({ amount, currency }: { amount: bigint; currency: string }) =>
    `${Number(amount) / 100} ${currency}`,
}

/** The title of an entry, which links to what it is about. */
const titleOf = (kind: ShownEntry['kind'], facts: object): unknown => {
  const entry = { key: 'a', date: new Date('2026-11-28T12:00:00Z'), kind, facts } as ShownEntry
  const { title } = itemOf(entry, shown)
  return typeof title === 'object' && title !== null && 'props' in title
    ? (title.props as { children: unknown }).children
    : title
}

const ended = { id: 'OzWz', number: null, items: { name: 'Box', price: 80 } }
const tea = { id: 'OzWz', number: null, items: { name: 'Tea', price: 112 } }
const set = {
  ...{ email: 'ada@example.com', action: 'subscription.end', subject: 'a/OzWz', tag: null },
  ...{ subscription: tea, endsOn: null, planned: null },
}
const planned = { from: '2026-12-30', amount: '16800', currency: 'SEK' }
const charge = {
  order: 'bKdRUwhpmEoXqTfB',
  type: 'charge',
  original: null,
  error: null,
  amount: '17830',
  currency: 'SEK',
}
const unnamed = { ...charge, number: null, due: null, firstLine: 'Cup' }

test.each<[string, ShownEntry['kind'], object]>([
  ['Subscription ended by the customer: Box', 'subscriptionEnded', { ...ended, endedBy: 'customer' }],
  ['Subscription ended by the merchant: Box', 'subscriptionEnded', { ...ended, endedBy: 'merchant' }],
  ['Subscription reached its end: Box', 'subscriptionEnded', { ...ended, endedBy: null }],
  ['Ended Tea', 'action', set],
  ['Set the end of Tea to 4 December 2026', 'action', { ...set, endsOn: '2026-12-04' }],
  ['Ended the subscription', 'action', { ...set, subscription: { ...tea, items: { price: 80 } } }],
  [
    'Planned a change of Tea to 168 SEK from 30 December',
    'action',
    { ...set, action: 'subscription.plan', planned },
  ],
  ['Planned a change of Tea', 'action', { ...set, action: 'subscription.plan' }],
  ['Edited the customer', 'action', { ...set, action: 'account.replaceCustomer', subscription: null }],
  ['Charged 178.3 SEK of T-1', 'order', { ...unnamed, number: 'T-1' }],
  ['Charged 178.3 SEK: Coffee, 26 November', 'order', { ...unnamed, due: '2026-11-26', firstLine: 'Coffee' }],
  ['Charged 178.3 SEK', 'order', unnamed],
  [
    'Ordered 178.3 SEK: Coffee, 26 November',
    'order',
    { ...unnamed, type: 'order', due: '2026-11-26', firstLine: 'Coffee' },
  ],
])('an account’s activity says “%s”', (words, kind, facts) => {
  expect(titleOf(kind, facts)).toBe(words)
})

import { expect, test } from 'vitest'
import { mayActAs, type Role } from '@/server/model/roles'
import type { SearchResult } from '@/server/search/results'
import { findCommands, personalCommands, suggestedCommands } from './commands'
import { attemptsFor, groupsOfResults, groupsOfVerb, itemOf } from './items'
import { verbIn } from './verbs'

const viewer = (role: Role, type: 'test' | 'live' = 'test') => ({
  may: (needed: Role) => mayActAs(role, needed),
  type,
})
const titles = (text: string, role: Role = 'owner', type: 'test' | 'live' = 'test') =>
  findCommands(text, viewer(role, type)).map(({ title }) => title)

test('finds pages and actions by the beginnings of their words, titles first', () => {
  expect(titles('new key')).toEqual(['New key'])
  expect(titles('KEY')).toEqual(['New key', 'API keys'])
  expect(titles('company')).toEqual(['Settings: Company'])
  expect(titles('webhooks')).toEqual(['Callbacks'])
  expect(titles('sett')).toHaveLength(5)
  expect(titles('ettings')).toEqual([])
  expect(titles('  ')).toEqual([])
  expect(titles('clock', 'owner', 'live')).toEqual([])
})

test('finds lists of what needs attention', () => {
  expect(titles('unpaid')).toEqual([
    'Unpaid orders being retried',
    'Unpaid orders given up',
    'Suspended accounts',
  ])
  expect(titles('suspended')).toEqual(['Suspended accounts'])
})

test('finds what the person can do, whatever their role', () => {
  const done: string[] = []
  const personal = personalCommands(
    [
      { id: 'aaaa', name: 'Coffee', type: 'live' },
      { id: 'bbbb', name: 'Coffee', type: 'test' },
    ],
    {
      show: (scheme) => done.push(scheme),
      open: (merchantId) => done.push(merchantId),
      leave: () => done.push('left'),
    },
  )
  const run = (text: string) => {
    const found = findCommands(text, viewer('viewer'), personal)
    for (const { act } of found) act?.()
    return found.map(({ title }) => title)
  }
  expect(run('log out')).toEqual(['Sign out'])
  expect(run('sign out')).toEqual(['Sign out'])
  expect(run('dark')).toEqual(['Dark appearance'])
  expect(run('theme')).toEqual(['Light appearance', 'Dark appearance', 'Appearance of the system'])
  expect(run('coffee test')).toEqual(['Switch to Coffee (test)'])
  expect(run('switch')).toEqual(['Switch to Coffee (live)', 'Switch to Coffee (test)'])
  expect(done).toEqual(['left', 'left', 'dark', 'light', 'dark', 'auto', 'bbbb', 'aaaa', 'bbbb'])
  expect(new Set(personal.map((command) => itemOf(command).key)).size).toBe(personal.length)
})

test('a verb that expects an order finds no other commands by their further words', () => {
  for (const verb of ['charge', 'cancel', 'refund', 'capture']) expect(titles(verb)).toEqual([])
  expect(titles('chargeback')).toEqual(['Disputes'])
  expect(titles('new order')).toEqual(['New order'])
  // Viewers cannot charge.
  expect(titles('charge', 'viewer')).toEqual(['Disputes'])
})

test('offers only what the role of the user permits', () => {
  expect(titles('new', 'viewer')).toEqual([])
  expect(titles('new', 'support')).toEqual(['New order', 'New account', 'New subscription'])
  expect(titles('audit', 'support')).toEqual([])
  expect(suggestedCommands(viewer('viewer'))).toEqual([])
})

const noShares = { ordered: 0n, pending: 0n, charged: 0n, refunded: 0n, cancelled: 0n, denied: 0n }
const order = (id: string, shares: Partial<typeof noShares>): SearchResult => ({
  ...{ kind: 'order', id, number: 'T-1', payerName: null, amount: 100n, currency: 'SEK', card: null },
  ...{ due: null, subscriptionName: null },
  ...{ shares: { ...noShares, ...shares }, created: new Date(0) },
})

test('a command finds only what it applies to, and leads to its dialog', () => {
  const found = verbIn('Refund order T-1')
  expect(found?.rest).toBe('T-1')
  if (!found) return
  const results = [
    order('a', { charged: 1n }),
    order('b', { ordered: 1n }),
    { ...order('c', { charged: 1n }), disputed: { open: 0n, lost: 1n } },
    { ...order('d', { charged: 2n }), disputed: { open: 1n, lost: 0n } },
  ]
  expect(groupsOfVerb(found.verb, results)).toMatchObject([
    { name: 'Refund …', items: [{ path: '/orders/a?do=refund', verb: 'Refund' }] },
  ])
  const charge = verbIn('charge T-1')?.verb
  expect(charge && groupsOfVerb(charge, results)[0]?.items.map(({ path }) => path)).toEqual([
    '/orders/b?do=charge',
  ])
  const account: SearchResult = {
    ...{ kind: 'account', id: 'x', name: 'Jane', email: 'jane@example.com', number: null },
    ...{ status: 'active', card: null },
  }
  const pathsOf = (text: string, result: SearchResult) => {
    const verb = verbIn(text)?.verb
    return verb && groupsOfVerb(verb, [result]).flatMap(({ items }) => items.map(({ path }) => path))
  }
  expect(pathsOf('send login link to jane', account)).toEqual(['/accounts/x?do=send-link'])
  expect(pathsOf('send link jane', { ...account, email: null })).toEqual([])
  expect(pathsOf('new order for jane', account)).toEqual([])
  expect(pathsOf('subscribe jane', account)).toEqual(['/accounts/x/subscribe'])
  expect(pathsOf('subscribe jane', { ...account, status: 'erased' })).toEqual([])
})

test('other texts are not commands', () => {
  for (const text of ['refunds', 'Charger', 'T-1', '', 'order 5']) expect(verbIn(text)).toBeUndefined()
  expect(verbIn('refund')).toMatchObject({ rest: '' })
})

test('links to the list when there may be more results', () => {
  const some = ['a', 'b', 'c', 'd'].map((id) => order(id, {}))
  const titlesOf = (results: SearchResult[]) =>
    groupsOfResults('T & 1', results).map(({ name, items }) => [name, items.at(-1)?.path])
  expect(titlesOf(some)).toEqual([['Orders', '/orders/d']])
  expect(titlesOf([...some, order('e', {})])).toEqual([['Orders', '/orders?search=T+%26+1']])
})

test('leads to the failed attempts for a text that nothing was found for', () => {
  expect(attemptsFor('T & 1')).toMatchObject([{ items: [{ path: '/attempts?search=T+%26+1' }] }])
})

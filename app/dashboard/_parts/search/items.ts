import { maxFound } from '@/server/model/search-text'
import type { SearchResult } from '@/server/search/results'
import type { SearchCommand } from './commands'
import type { Verb } from './verbs'

/** A row of the search dialog. */
export interface SearchItem {
  key: string
  /** Relative to the merchant's pages. */
  path: string
  /** The command or result that the row shows, after the verb. */
  shown: SearchCommand | SearchResult
  verb?: string
  /** Known without asking the server, so it can be chosen while results are on their way. */
  isInstant: boolean
}

export interface SearchGroup {
  name: string
  items: SearchItem[]
}

export const itemOf = (shown: SearchCommand | SearchResult): SearchItem =>
  'path' in shown
    ? { key: `${shown.kind} ${shown.title} ${shown.words}`, path: shown.path, shown, isInstant: true }
    : { key: `${shown.kind} ${shown.id}`, path: pathOf(shown), shown, isInstant: false }

function pathOf(result: SearchResult): string {
  if (result.kind === 'account') return `/accounts/${result.id}`
  if (result.kind === 'order') return `/orders/${result.id}`
  // What can be done about a document is done on its order, which shows it too.
  if (result.kind === 'document') return `/orders/${result.orderId}`
  return `/subscriptions/${result.accountId}/${result.id}`
}

/** Returns groups under their names, without empty ones. */
export const groupsOf = (named: Record<string, SearchItem[]>): SearchGroup[] =>
  Object.entries(named).flatMap(([name, items]) => (items.length > 0 ? [{ name, items }] : []))

/**
 * Returns the results for a text by kind. If there may be more, the last one leads to all of them. Customers come first,
 * unless the text has a digit: names have none, and numbers of orders do.
 */
export const groupsOfResults = (text: string, results: readonly SearchResult[]): SearchGroup[] =>
  groupsOf(
    Object.fromEntries(
      (/\d/.test(text) ? lists : [accounts, ...lists]).map(({ kind, name }) => {
        const found = results.filter((result) => result.kind === kind).map(itemOf)
        return [name, found.length < maxFound ? found : [...found, allOf(name, text)]]
      }),
    ),
  )

const accounts = { kind: 'account', name: 'Accounts' } as const

const lists = [
  { kind: 'order', name: 'Orders' },
  accounts,
  { kind: 'subscription', name: 'Subscriptions' },
  { kind: 'document', name: 'Documents' },
] as const

const allOf = (name: string, text: string): SearchItem =>
  listFor(text, { title: `All ${name.toLowerCase()}`, path: `/${name.toLowerCase()}` })

/** Where to look for a text that nothing was found for: a payment that was refused has no order. */
export const attemptsFor = (text: string): SearchGroup[] =>
  groupsOf({ 'Failed attempts': [listFor(text, { title: 'Failed attempts', path: '/attempts' })] })

const listFor = (text: string, { title, path }: { title: string; path: string }): SearchItem =>
  itemOf({
    kind: 'page',
    title: `${title} for “${text}”`,
    icon: 'search',
    path: `${path}?${new URLSearchParams({ search: text })}`,
  })

/** Returns the results that a verb applies to. */
export const groupsOfVerb = (verb: Verb, results: readonly SearchResult[]): SearchGroup[] =>
  groupsOf({
    [`${verb.name} …`]: results.flatMap((result) => {
      const path = verb.pathFor(result)
      return path === undefined ? [] : [{ ...itemOf(result), path, verb: verb.name }]
    }),
  })

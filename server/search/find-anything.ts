import { accountsNumbered, searchAccounts } from '../account/search-accounts'
import type { Context } from '../core/context'
import { documentsNumbered } from '../document/search-documents'
import { maxFound as limit, parseSearch } from '../model/search-text'
import { listOrderBriefs } from '../order/list-orders'
import { listAllSubscriptions, subscriptionsNumbered } from '../subscription/list-subscriptions'
import {
  foundAccounts,
  foundDocuments,
  foundOrders,
  foundSubscriptions,
  type SearchResult,
  searchedKinds,
} from './results'

/**
 * Finds orders, accounts and subscriptions, by everything that their lists can be searched by: names, e-mail addresses,
 * ids, parts of numbers, the last four digits of a card, amounts, tags and metadata; and documents by their number. `only`
 * leaves the others out.
 */
export async function findAnything(
  context: Context,
  text: string,
  only: readonly SearchResult['kind'][] = searchedKinds,
): Promise<SearchResult[]> {
  const search = text.trim()
  if (search === '') return []
  const found = await Promise.all(only.map((kind) => finders[kind](context, search)))
  return found.flat()
}

type Find = (context: Context, search: string) => Promise<SearchResult[]>

const finders: Record<SearchResult['kind'], Find> = {
  order: async (context, search) =>
    foundOrders(
      context,
      (await listOrderBriefs(context, { search: parseSearch(search), limit })).rows.slice(0, limit),
    ),
  account: async (context, search) => {
    // A short text is looked for in the newest accounts only, but a number may be short.
    const [numbered, containing] = await Promise.all([
      accountsNumbered(context, { number: search, limit }),
      searchAccounts(context, { search, limit, sort: 'newest' }),
    ])
    const found = new Map([...numbered, ...containing.rows].map((row) => [row.id, row]))
    return foundAccounts([...found.values()].slice(0, limit))
  },
  subscription: async (context, search) => {
    const [numbered, matching] = await Promise.all([
      subscriptionsNumbered(context, { search, limit }),
      listAllSubscriptions(context, { search, limit }),
    ])
    const rows = [...numbered, ...matching.rows.map(({ row }) => row)]
    const found = new Map(rows.map((row) => [`${row.accountId} ${row.id}`, row]))
    return foundSubscriptions(context, [...found.values()].slice(0, limit))
  },
  document: async (context, search) => foundDocuments(await documentsNumbered(context, search)),
}

import type { Scope } from '../core/context'
import { parseSearch } from '../model/search-text'
import { ordersNumbered } from './search-orders'

/** Returns the ids of the orders that a filter matches: the given id, and the newest orders with that number. */
export const ordersMatching = async (
  scope: Scope,
  typed: string | undefined,
): Promise<string[] | undefined> =>
  typed === undefined ? undefined : [typed, ...(await ordersNumbered(scope, parseSearch(typed)))]

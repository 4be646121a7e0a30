import type Stripe from 'stripe'
import { invalid } from './errors'
import { either, integer, shape, text, type Values } from './params'
import type { Shelf } from './shelf'

const range = either(integer(), shape({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }))

/** The parameters that all lists have. */
export const pages = { ending_before: text, limit: integer(1), starting_after: text }
/** The parameters of lists that can also be filtered by time of creation. */
export const paging = { ...pages, created: range }
type Paging = Values<typeof paging>

/** One page of a list, the newest first. */
export function paged<T extends { id: string; created: number }>(
  shelf: Shelf<T>,
  url: string,
  params: Paging,
  matches: (object: T) => boolean,
): Stripe.ApiList<T> {
  const { limit = 10, starting_after, ending_before, created } = params
  if (limit > 100)
    throw invalid('A page has at most 100 objects.', { code: 'parameter_invalid_integer', param: 'limit' })
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('Send starting_after or ending_before, not both.', { code: 'parameters_exclusive' })
  const all = shelf.newest()
  const within = (object: T) => inRange(object.created, created) && matches(object)
  if (ending_before !== undefined) {
    const newer = all.slice(0, all.indexOf(shelf.named(ending_before, 'ending_before'))).filter(within)
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url }
  }
  const start =
    starting_after === undefined ? 0 : all.indexOf(shelf.named(starting_after, 'starting_after')) + 1
  const page: T[] = []
  for (let index = start; index < all.length && page.length <= limit; index += 1) {
    const object = all[index]
    if (object && within(object)) page.push(object)
  }
  return { object: 'list', data: page.slice(0, limit), has_more: page.length > limit, url }
}

function inRange(time: number, asked: Paging['created']): boolean {
  if (asked === undefined) return true
  if (typeof asked === 'number') return time === asked
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = asked
  return time > gt && time >= gte && time < lt && time <= lte
}

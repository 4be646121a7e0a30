import { rearrangeMethods } from '../account/change'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import type { MethodRow } from '../store/accounts'

/**
 * Makes a card of an account the one that pays; what is unpaid is tried again with it at once. One that is the default
 * already stays it, and nothing is tried. Throws `not-found`.
 */
export const makeCardDefault = (context: Context, accountId: string, cardId: string): Promise<MethodRow[]> =>
  rearrangeMethods(context, accountId, (existing) => {
    const card = cardAmong(existing, cardId)
    return [card, ...existing.filter(({ id }) => id !== card.id)]
  })

/**
 * Removes a card. The next is the default then, and is tried with what is unpaid; without one, what falls due fails
 * until a card is added. Throws `not-found`.
 */
export const removeCard = (context: Context, accountId: string, cardId: string): Promise<MethodRow[]> =>
  rearrangeMethods(context, accountId, (existing) => {
    const card = cardAmong(existing, cardId)
    return existing.filter(({ id }) => id !== card.id)
  })

function cardAmong(existing: readonly MethodRow[], cardId: string): MethodRow {
  const card = existing.find(({ id }) => id === cardId)
  if (!card) throw fail('not-found', { what: 'card' })
  return card
}

import { isDeepStrictEqual } from 'node:util'
import { rearrangeMethods } from '../account/rearrange-methods'
import { owesAnything } from '../billing/retry'
import type { Context } from '../core/context'
import { fail } from '../model/errors'
import type { Money } from '../model/money/money'
import { type MethodRow, methodsOf } from '../store/accounts'
import { requireOwedAtMost } from './owed'

interface CardChange {
  accountId: string
  cardId: string
  /** The unpaid sums per currency that the confirmation named, in minor units: no more is charged. */
  owed?: readonly Money[] | undefined
}

/**
 * Makes a card of an account the default, and immediately retries unpaid orders with it. Does nothing if it already is
 * the default. Throws `not-found`; `payer.owes-more` if more is unpaid than was confirmed.
 */
export const setDefaultCard = (
  context: Context,
  { accountId, cardId, owed }: CardChange,
): Promise<MethodRow[]> =>
  rearrangeMethods(context, accountId, async (existing, inside) => {
    const card = cardAmong(existing, cardId)
    if (card !== existing[0]) await requireOwedAtMost(inside, accountId, owed)
    return [card, ...existing.filter(({ id }) => id !== card.id)]
  })

/**
 * Removes a card. The next one becomes the default, and unpaid orders are tried with it. Without a card, payments
 * fail until one is added. `expected`: the IDs of the cards that the confirmation was based on, the default first.
 * Throws `not-found`; `payer.card-changed` if there are others or another is the default; `payer.owes-more` if the
 * next card would be charged more than was confirmed.
 */
export const removeCard = (
  context: Context,
  { accountId, cardId, expected, owed }: CardChange & { expected?: readonly string[] | undefined },
): Promise<MethodRow[]> =>
  rearrangeMethods(context, accountId, async (existing, inside) => {
    const card = cardAmong(existing, cardId)
    const ids = existing.map(({ id }) => id)
    if (expected && !isDeepStrictEqual(ids, expected)) throw fail('payer.card-changed')
    if (hasSuccessor(existing, cardId)) await requireOwedAtMost(inside, accountId, owed)
    return existing.filter(({ id }) => id !== card.id)
  })

/** Whether removing a card charges another one: the next, which becomes the default, for what is unpaid. */
export const removalCharges = async (context: Context, { accountId, cardId }: CardChange): Promise<boolean> =>
  hasSuccessor(await methodsOf(context, accountId), cardId) && (await owesAnything(context, accountId))

/** Whether another card becomes the default when a card is removed. */
const hasSuccessor = (existing: readonly MethodRow[], cardId: string): boolean =>
  existing.length > 1 && existing[0]?.id === cardId

function cardAmong(existing: readonly MethodRow[], cardId: string): MethodRow {
  const card = existing.find(({ id }) => id === cardId)
  if (!card) throw fail('not-found', { what: 'card' })
  return card
}

import { and, eq, inArray } from 'drizzle-orm'
import { apiKey, user } from '@/db/schema'
import type { Scope } from '../core/context'
import { linkedOrder } from '../link/payment-link'
import { isRequested } from '../model/order/reasons'
import type { EventRow } from '../store/orders'

type Acted = Pick<EventRow, 'actor' | 'reason' | 'type' | 'original'> & {
  /** Whether the order is a payment of a subscription. */
  isBilled: boolean
}

/**
 * Returns a function that names who caused an event: an actor, the card service, or Kassa's billing. Undefined if no actor
 * was recorded.
 */
export async function actorsOf(
  scope: Scope,
  events: readonly Pick<Acted, 'actor'>[],
): Promise<(event: Acted) => string | undefined> {
  const nameOf = await namesOfActors(scope, events)
  return (event) => {
    // Side effects of a request at the card service are attributed to the service.
    if (!isRequested(event.reason)) return 'Card service'
    return nameOf(event) ?? (isBilling(event) ? 'Kassa, billing' : undefined)
  }
}

/**
 * Returns a function that names actors as rows store them: a user's e-mail address, a key by its name, or the customer.
 * Undefined for Kassa itself.
 */
export async function namesOfActors(
  { db, merchant }: Scope,
  rows: readonly Pick<Acted, 'actor'>[],
): Promise<(row: Pick<Acted, 'actor'>) => string | undefined> {
  const idsOf = (kinds: readonly string[]) => [
    ...new Set(
      rows.flatMap(({ actor }) => {
        const { kind, id } = partsOf(actor)
        return kinds.includes(kind) ? [id] : []
      }),
    ),
  ]
  const [userIds, keyIds] = [idsOf(['user']), idsOf(['public', 'private'])]
  const [users, keys] = await Promise.all([
    userIds.length === 0
      ? []
      : db.select({ id: user.id, name: user.email }).from(user).where(inArray(user.id, userIds)),
    keyIds.length === 0
      ? []
      : db
          .select({ id: apiKey.id, name: apiKey.name })
          .from(apiKey)
          .where(and(eq(apiKey.merchantId, merchant.id), inArray(apiKey.id, keyIds))),
  ])
  const names = new Map([...users, ...keys].map(({ id, name }) => [id, name]))
  return ({ actor }) => {
    const { kind, id } = partsOf(actor)
    if (kind === '') return undefined
    if (kind === 'user') return names.get(id) ?? 'A former member of the team'
    if (kind === 'account')
      return id.startsWith(linkedOrder) ? 'Customer, through a payment link' : 'Customer on the account page'
    const name = names.get(id)
    return name === undefined ? `A ${kind} key` : `Key “${name}”`
  }
}

/**
 * Whether billing caused an event without an actor. Old events and demo data have no actor either, so nobody knows who
 * requested a refund without one.
 */
const isBilling = ({ type, original, isBilled }: Acted): boolean =>
  isBilled && type !== 'refund' && type !== 'cancel' && (original === null || original === 'charge')

function partsOf(actor: string | null): { kind: string; id: string } {
  const [kind = '', ...id] = (actor ?? '').split(':')
  return { kind, id: id.join(':') }
}

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
 * Returns a function that names who caused an event: a user's e-mail address, a key by its name, the customer, the card
 * service, or Kassa's billing. Undefined if no actor was recorded.
 */
export async function actorsOf(
  { db, merchant }: Scope,
  events: readonly Pick<Acted, 'actor'>[],
): Promise<(event: Acted) => string | undefined> {
  const idsOf = (kinds: readonly string[]) => [
    ...new Set(
      events.flatMap(({ actor }) => {
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
  return (event) => {
    // Side effects of a request at the card service are attributed to the service.
    if (!isRequested(event.reason)) return 'Card service'
    const { kind, id } = partsOf(event.actor)
    if (kind === 'user') return names.get(id) ?? 'A former member of the team'
    if (kind === 'account')
      return id.startsWith(linkedOrder) ? 'Customer, through a payment link' : 'Customer on the account page'
    if (kind === '') return isBilling(event) ? 'Kassa, billing' : undefined
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

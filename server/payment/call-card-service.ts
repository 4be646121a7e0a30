import { order } from '@/db/schema'
import { later } from '../core/clock'
import type { Context } from '../core/context'
import type {
  Authorised,
  CardCall,
  CardService,
  CardSource,
  Found,
  Outcome,
  PaidFor,
} from '../model/card/service'
import type { Money } from '../model/money/money'
import { isOrder, type OperationRow, type OrderRow } from '../store/orders'

/** What the card service did; `no card` for a payment from an account without a card. */
export type CardOutcome = Outcome<Authorised> | { status: 'no card' }

/** A request to a card service, ready to be sent. */
interface CardRequest {
  service: string
  send(service: CardService, call: Call): Promise<Outcome<Authorised>>
  /** Looks up the outcome of an earlier attempt. */
  find(service: CardService, call: Call & { sentAfter: Date }): Promise<Found>
}

type Call = CardCall & Money & PaidFor

/** The order as it is known to the caller, so that it need not be read again. */
type KnownOrder = Pick<OrderRow, 'payment' | 'serviceReference'>

type PrepareRequest = (
  context: Context,
  operation: OperationRow,
  known: KnownOrder | undefined,
) => Promise<CardRequest | undefined>

/** Prepares the request for each kind of operation; undefined when there is no card to charge. */
const requests: Record<OperationRow['kind'], PrepareRequest> = {
  authorise: async (_, { id, draft }) => {
    if (!draft) throw new Error(`Operation ${id} authorises an order without a draft`)
    const source = draft.storedCard ? { storedCard: draft.storedCard } : { token: draft.payment.card }
    return authorisation(draft.payment.service, { source })
  },
  pay: async (_, { payer }) => {
    if (!payer) return undefined
    const { service, storedCard } = payer
    return authorisation(service, { source: { storedCard }, capture: true })
  },
  charge: followUp('capture'),
  cancel: followUp('cancel'),
  refund: followUp('refund'),
}

const authorisation = (service: string, given: { source: CardSource; capture?: boolean }): CardRequest => ({
  service,
  send: (adapter, call) => adapter.authorize({ ...call, ...given }),
  find: (adapter, call) => adapter.find({ ...call, kind: 'authorise', ...given }),
})

function followUp(method: 'capture' | 'cancel' | 'refund'): PrepareRequest {
  return async ({ db }, { merchantId, id, orderId }, known) => {
    const [row] = known
      ? [known]
      : await db
          .select({ payment: order.payment, serviceReference: order.serviceReference })
          .from(order)
          .where(isOrder(merchantId, orderId))
    if (!row) throw new Error(`Operation ${id} is on an order that does not exist`)
    const { serviceReference: authorisation } = row
    if (authorisation === null) throw new Error(`Operation ${id} follows no authorisation`)
    return {
      service: row.payment.service,
      send: (service, call) => service[method]({ ...call, authorisation }),
      find: (service, call) => service.find({ ...call, kind: method, authorisation }),
    }
  }
}

/**
 * Sends an operation to the card service. Sending it again is safe: the operation's id is the idempotency key. With
 * `recovering` it first looks up the outcome of an earlier attempt. Units that cost nothing need no card service.
 */
export async function callCardService(
  context: Context,
  operation: OperationRow,
  { recovering, order }: { recovering: boolean; order?: KnownOrder | undefined },
): Promise<CardOutcome> {
  const { merchantId, id, orderId, kind, amount, currency, draft } = operation
  if (amount === 0n && kind !== 'pay') return { status: 'done', reference: id }
  const request = await requests[kind](context, operation, order)
  if (!request) return { status: 'no card' }
  const service = context.cards.named(request.service)
  const paidFor = { order: orderId, ...(draft?.number !== undefined && { number: draft.number }) }
  const call = { merchantId, operation: id, now: context.clock.now(), amount, currency, ...paidFor }
  if (recovering) {
    const found = await request.find(service, { ...call, sentAfter: sentAfter(context, operation) })
    if (found.status !== 'absent') return found
  }
  return request.send(service, call)
}

/** When the operation began, by the real clock: a merchant's clock is never set back. */
const sentAfter = ({ merchant }: Context, { created }: OperationRow): Date =>
  later(created, -merchant.clockAhead)

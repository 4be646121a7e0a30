import { order } from '@/db/schema'
import { isSimulated, takesCurrency } from '../card/capabilities'
import { hours, later, minutes } from '../core/clock'
import type { Context } from '../core/context'
import type {
  Authorisation,
  Authorised,
  Capabilities,
  CardCall,
  CardService,
  Found,
  Lookup,
  Outcome,
  PaidFor,
  SendingTimes,
} from '../model/card/service'
import type { Money } from '../model/money/money'
import { isGiven } from '../model/order/reasons'
import type { OperationRow } from '../store/operations'
import { isOrder, type OrderRow } from '../store/orders'

/**
 * What the card service did; `no card` for a payment from an account without a card, and `never arrived` for a request
 * that the service does not have and that can no longer be sent again.
 */
export type CardOutcome = Outcome<Authorised> | { status: 'no card' } | { status: 'never arrived' }

/** A request to a card service, ready to be sent. */
interface CardRequest {
  service: string
  send(service: CardService, call: ServiceCall): Promise<Outcome<Authorised>>
  /** Looks up the outcome of an earlier attempt. */
  find(service: CardService, call: ServiceCall & Pick<Lookup, 'reference' | 'patient'>): Promise<Found>
}

type ServiceCall = CardCall & Money & PaidFor & SendingTimes

/** The order, if the caller knows it, so that it need not be read again. */
type KnownOrder = Pick<OrderRow, 'service' | 'serviceReference'>

type PrepareRequest = (
  context: Context,
  operation: OperationRow,
  known: KnownOrder | undefined,
) => Promise<CardRequest | undefined>

/** Prepares the request for each kind of operation; undefined when there is no card to charge. */
const requests: Record<OperationRow['kind'], PrepareRequest> = {
  authorise: async (_, { id, draft, payer }) => {
    // A renewal authorises an order that exists.
    if (!draft && payer) return authorisation(payer.service, { source: { storedCard: payer.storedCard } })
    if (!draft) throw new Error(`Operation ${id} authorises an order without a draft`)
    const source = draft.storedCard ? { storedCard: draft.storedCard } : { token: draft.payment.card }
    return authorisation(draft.payment.service, { source })
  },
  pay: async (_, { payer }) => {
    if (!payer) return undefined
    const { service, storedCard, returnUrl } = payer
    const given = { source: { storedCard }, capture: true, ...(returnUrl !== undefined && { returnUrl }) }
    return authorisation(service, given)
  },
  charge: followUp('capture'),
  cancel: followUp('cancel'),
  refund: followUp('refund'),
}

const authorisation = (
  service: string,
  given: Pick<Authorisation, 'source' | 'capture' | 'returnUrl'>,
): CardRequest => ({
  service,
  send: (adapter, call) => adapter.authorize({ ...call, ...given }),
  find: (adapter, call) => adapter.find({ ...call, kind: 'authorise', ...given }),
})

function followUp(method: 'capture' | 'cancel' | 'refund'): PrepareRequest {
  return async ({ db }, { merchantId, id, orderId, reason }, known) => {
    const [row] = known
      ? [known]
      : await db
          .select({ service: order.service, serviceReference: order.serviceReference })
          .from(order)
          .where(isOrder(merchantId, orderId))
    if (!row) throw new Error(`Operation ${id} is on an order that does not exist`)
    const { serviceReference: authorisation } = row
    if (authorisation === null) throw new Error(`The order of operation ${id} has no authorisation`)
    return {
      service: row.service,
      send: (service, call) =>
        service[method]({ ...call, authorisation, ...(isGiven(reason) && { reason }) }),
      find: (service, call) => service.find({ ...call, kind: method, authorisation }),
    }
  }
}

export interface CallOptions {
  recovering: boolean
  order?: KnownOrder | undefined
  patient?: boolean | undefined
  reference?: string | undefined
}

/**
 * Sends an operation to the card service. Sending it again is safe while the service remembers the operation's id,
 * which is the idempotency key. Later it is only looked up. With `recovering` it is looked up before it is sent again,
 * and so is a late payment, which may have been sent before a backup was restored; an accepted one is never sent again.
 * With `patient`, the look-up may take minutes; with the operation's `reference` at the service, it is short. Units
 * that cost nothing need no card service, and neither does a card that must not be tried again.
 */
export async function callCardService(
  context: Context,
  operation: OperationRow,
  { recovering, order, patient, reference }: CallOptions,
): Promise<CardOutcome> {
  const { merchantId, id, orderId, kind, amount, currency, draft, serviceReference, payer } = operation
  if (amount === 0n && kind !== 'pay') return { status: 'done', reference: id }
  const request = await requests[kind](context, operation, order)
  if (!request) return { status: 'no card' }
  if (payer?.declined) return { status: 'declined', code: payer.declined }
  const service = context.cards.named(request.service)
  const capabilities = await service.capabilities({ merchantId })
  const paidFor = { order: orderId, ...(draft?.number !== undefined && { number: draft.number }) }
  const call = {
    merchantId,
    operation: id,
    now: context.clock.now(),
    amount,
    currency,
    background: context.actor.kind === 'system',
    ...sendingTimes(context, operation, capabilities),
    ...paidFor,
  }
  const isAccepted = operation.status === 'accepted'
  const mayBeKnown = recovering || isAccepted || payer?.sentSince !== undefined
  if (mayBeKnown || memoryOf(operation, capabilities) !== 'known') {
    const known = reference ?? serviceReference ?? undefined
    const found = await request.find(service, {
      ...call,
      ...(patient && { patient }),
      ...(known !== undefined && { reference: known }),
    })
    if (found.status !== 'absent') return found
    if (isAccepted) return { status: 'never arrived' }
  }
  // Checked again, because the look-up may have been slow or the process suspended.
  const memory = memoryOf(operation, capabilities)
  if (memory === 'known') {
    if (takesMoney[kind] && isOnlySimulated(context, service, capabilities))
      return { status: 'declined', code: 'unsupported card' }
    // Orders were checked before. Payments of subscriptions may use the card of another service by now.
    if (kind === 'pay' && !takesCurrency(capabilities, currency))
      return { status: 'declined', code: 'invalid currency' }
    return request.send(service, call)
  }
  if (memory === 'forgotten') return { status: 'never arrived' }
  return {
    status: 'unknown',
    cause: new Error(`The idempotency key of operation ${id} is about to expire at the card service`),
  }
}

const takesMoney: Record<OperationRow['kind'], boolean> = {
  authorise: true,
  pay: true,
  charge: true,
  cancel: false,
  refund: false,
}

/** Whether this service only simulates payments, and the live merchant has since moved to another one. */
const isOnlySimulated = (
  { merchant }: Context,
  { name }: Pick<CardService, 'name'>,
  capabilities: Capabilities,
): boolean => merchant.type === 'live' && merchant.cardService !== name && isSimulated(capabilities)

/**
 * When the operation can be sent, by the real clock. A merchant's clock is never set back, so the operation was created
 * at `begun` at the latest. The clocks of the process and of PostgreSQL can differ, so both times count.
 */
function sendingTimes(
  { merchant }: Context,
  { created, firstSent, payer }: OperationRow,
  { keySeconds }: Capabilities,
): SendingTimes {
  const begun = later(created, -merchant.clockAhead)
  const [first, last] = begun < firstSent ? [begun, firstSent] : [firstSent, begun]
  const sentAfter = payer?.sentSince === undefined ? first : new Date(payer.sentSince)
  return {
    sentAfter,
    firstSent: last,
    ...(keySeconds !== null && { sentBefore: lastSending(last, keySeconds) }),
  }
}

/** How late a request may still arrive after its key has expired. Allows for wrong clocks. */
const lateness = hours(1)

const lastSending = (firstSent: Date, keySeconds: number): Date =>
  later(firstSent, keySeconds * 1000 + lateness)

/** Whether an operation has been pending for so long that it cannot be sent any more, and should have been given up. */
export const hasOutlivedKey = (
  { status, firstSent }: Pick<OperationRow, 'status' | 'firstSent'>,
  { keySeconds }: Pick<Capabilities, 'keySeconds'>,
): boolean =>
  status === 'pending' && keySeconds !== null && lastSending(firstSent, keySeconds).getTime() < Date.now()

/** Kassa stops using a key this long before it expires, because a request may take that long. */
const maxMargin = minutes(5)

/**
 * Returns whether the card service still remembers an operation's id. While that is uncertain, nothing is sent, so that a
 * late request cannot arrive after the operation was found to be absent.
 */
function memoryOf(
  { firstSent }: OperationRow,
  { keySeconds }: Capabilities,
): 'known' | 'uncertain' | 'forgotten' {
  if (keySeconds === null) return 'known'
  const age = Date.now() - firstSent.getTime()
  const life = keySeconds * 1000
  if (age > life) return 'forgotten'
  return age < life - Math.min(maxMargin, life / 5) ? 'known' : 'uncertain'
}

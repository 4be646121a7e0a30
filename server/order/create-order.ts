import { newMetadata } from '../annotation/metadata'
import { capabilitiesOf, requireChargeable } from '../card/capabilities'
import { countingDeclines, countOrderByAccount } from '../card/card-attempt-limits'
import type { Context } from '../core/context'
import { newId, newReference } from '../core/id'
import { mayCallBack } from '../merchant/callback-hosts'
import { fail } from '../model/errors'
import { priced } from '../model/order/price'
import type { OrderDraft } from '../model/order/records'
import { cardRecordOf } from '../payment/begin-payments'
import { completeOperation } from '../payment/complete-operation'
import { requireExpectedCard } from '../payment/expected-card'
import { insertOperation, newOperation } from '../payment/new-operation'
import { refuseErased } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { type AccountAndMethod, findPayer } from '../store/find-payer'
import { findByOrigin, findEarlier, type OperationRow, placeOfAuthorisation } from '../store/operations'
import type { OrderRecord } from '../store/orders'
import { findOrder } from '../store/read-orders'
import type { OrderCreatable } from './order-creatable'

interface ConfirmedPayer {
  payer?: AccountAndMethod | undefined
  card?: string | undefined
}

/**
 * Creates an order and authorises its card. Creates nothing if the card is refused. Throws an error about an
 * unusable price or payer, `card-service.currency`, `card-service.step` or `card-service.no-authorisation`,
 * `card.invalid-token`, `card.declined`, `card.verification` for a card that needs 3-D Secure, `card.too-many-entered`,
 * `card.too-many-declined` or `order.too-many`. `payer` is the payer that the input names, if it has been looked up.
 * `card` is the ID of the card that a person confirmed; throws `payer.card-changed` if another one would pay.
 */
export async function createOrder(
  context: Context,
  input: OrderCreatable,
  confirmed: ConfirmedPayer = {},
): Promise<OrderRecord> {
  const known = await findEarlier(context)
  // An operation that has begun is completed, even if the decline limit has been reached since.
  if (known) return complete(context, known, { recovering: true })
  return countingDeclines(context, async () => complete(context, await begin(context, input, confirmed)), {
    reserve: input.payment.type === 'card',
  })
}

async function complete(
  context: Context,
  begun: OperationRow,
  options: { recovering?: boolean } = {},
): Promise<OrderRecord> {
  const { created } = await completeOperation(context, begun, options)
  if (created) return created
  const found = await findOrder(context, begun.orderId)
  if (!found) throw new Error(`Order ${begun.orderId} is complete but cannot be found`)
  return found
}

/** Writes the operation that will authorise the order. From here on nothing is lost. */
async function begin(
  context: Context,
  input: OrderCreatable,
  confirmed: ConfirmedPayer,
): Promise<OperationRow> {
  const { currency, callback } = input
  if (callback !== undefined && context.actor.kind === 'public' && !mayCallBack(context.merchant, callback)) {
    throw fail('order.foreign-callback')
  }
  const metadata = newMetadata(context, input.metadata)
  const { amount, lines } = priced(input.items, currency)
  const draft: OrderDraft = {
    ...(input.number !== undefined && { number: input.number }),
    ...(callback !== undefined && { callback }),
    ...(metadata && { metadata }),
    lines,
    ...(await payerFor(context, input.payment, confirmed)),
  }
  const { service } = draft.payment
  const capabilities = await capabilitiesOf(context, service)
  requireChargeable(capabilities, { service, amount, currency })
  if (capabilities.captures === 'none') throw fail('card-service.no-authorisation', { service })
  const begun = newOperation(context, {
    orderId: newId(),
    place: placeOfAuthorisation,
    kind: 'authorise',
    currency,
    amount,
    byAccount: draft.storedCard !== undefined,
    draft,
  })
  if (await insertOperation(context.db, begun)) return begun
  // An earlier attempt of this request has already inserted it, in a process that is still shutting down.
  const known = await findByOrigin(context, context.origin)
  if (!known) throw new Error('An operation was neither inserted nor found')
  return known
}

type DraftPayer = Pick<OrderDraft, 'accountId' | 'payment' | 'storedCard'>

/** What the order is paid with. */
async function payerFor(
  context: Context,
  payment: OrderCreatable['payment'],
  { payer: known, card }: ConfirmedPayer,
): Promise<DraftPayer> {
  const { merchant, cards, clock } = context
  const base = { reference: newReference(), ...(payment.client && { client: payment.client }) }
  if (payment.type === 'card') {
    const service = cards.named(merchant.cardService)
    const card = await service.describe(payment.card, { merchantId: merchant.id, now: clock.now() })
    if (!card) throw fail('card.invalid-token', { field: 'payment.card' })
    const { fingerprint: _, ...facts } = card
    return { payment: { ...base, service: service.name, ...facts, card: payment.card } }
  }
  const isPublic = context.actor.kind === 'public'
  if (isPublic && !merchant.publicKeyPaysByAccount) {
    throw fail('payer.not-for-public-key')
  }
  const payer =
    known?.account.id === payment.account
      ? known
      : await findPayer(context, { accountId: payment.account, keyAdded: isPublic })
  if (!payer) throw fail('payer.not-found')
  // An erased account has no card and cannot get one. Public-key callers are not told why.
  if (!isPublic) refuseErased(payer.account)
  if (!payer.method) throw fail(isPublic ? 'payer.no-key-added-card' : 'payer.no-card')
  requireExpectedCard(payer.method, card)
  if (isPublic) await countOrderByAccount(context, payer.account.id)
  await confirmAccount(context, payer.account)
  const { service, serviceReference } = payer.method
  const record = { ...base, service, ...cardRecordOf(payer.method) }
  return { accountId: payer.account.id, payment: record, storedCard: serviceReference }
}

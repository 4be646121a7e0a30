import { insertMany, updateMany } from '@/db/many'
import { order, orderEvent, subscription } from '@/db/schema'
import { capabilitiesOf } from '../card/capabilities'
import { todayOf } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { lastingHash } from '../core/crypto'
import { idFrom, newReference } from '../core/id'
import type { Capabilities, DeclineCode } from '../model/card/service'
import { priced } from '../model/order/price'
import { noShares } from '../model/order/rules'
import { termsOn } from '../model/subscription/planned-change'
import { dueAfterBilling } from '../model/subscription/terms'
import { newPayment, payerOf } from '../payment/begin-payments'
import { forbiddenCards } from '../payment/forbidden-cards'
import { insertOperations } from '../payment/new-operation'
import { notify } from '../payment/notify'
import { newEvent } from '../payment/record-events'
import { defaultMethods, type MethodRow } from '../store/accounts'
import { isDue } from '../store/due'
import type { OperationRow } from '../store/operations'
import { columnsOfPayment } from '../store/order-payment'
import type { OrderRow } from '../store/orders'
import type { SubscriptionRow } from '../store/subscriptions'
import { lockSubscriptions } from '../store/subscriptions'
import { makePlans } from '../subscription/plan-change'

type Due = SubscriptionRow & { due: string }

/**
 * Creates the orders of at most `limit` due subscriptions, oldest dates first, moves each subscription to its next
 * date, and begins the payments. All in one transaction, so that a date has an order exactly when the subscription
 * has moved past it. Any number of workers may do this at once: each skips the rows that another has locked.
 * Suspended accounts are not billed.
 */
export async function beginDue(context: Context, limit: number): Promise<OperationRow[]> {
  const today = todayOf(context)
  const { steps } = await capabilitiesOf(context, context.merchant.cardService)
  return inTransaction(context, async (inside) => {
    const condition = isDue(today)
    const rows = await lockSubscriptions(inside, { condition, first: subscription.due, limit })
    const due = rows.flatMap((row) => (row.due === null ? [] : [{ ...row, due: row.due }]))
    if (due.length === 0) return []
    // A planned change is made with the first date that it applies to.
    const current = due.map((row) => termsOn(row, row.due))
    await makePlans(inside, { before: due, after: current.filter((row, place) => row !== due[place]) })
    return bill(inside, { due: current, steps })
  })
}

/** Subscriptions to bill, and the steps of the merchant's card service. */
interface Billing {
  due: readonly Due[]
  steps: Capabilities['steps'] | undefined
}

async function bill(context: InTransaction, { due, steps }: Billing): Promise<OperationRow[]> {
  const { db } = context
  const methods = await defaultMethods(
    context,
    due.map(({ accountId }) => accountId),
  )
  const forbidden = await forbiddenCards(context, methods)
  const bills = due.map((row) =>
    billed(context, row, {
      method: methods.get(row.accountId),
      declined: forbidden.get(row.accountId),
      step: steps?.get(row.currency),
    }),
  )
  const orders = bills.map(({ order: row }) => row)
  const operations = bills.map(({ payment }) => payment)
  const events = bills.map(({ event }) => event)
  await Promise.all([
    insertMany(db, order, orders),
    insertMany(db, orderEvent, events),
    insertOperations(context, operations),
    updateMany(
      db,
      subscription,
      ['merchantId', 'accountId', 'id'],
      due.map((row) => ({
        merchantId: row.merchantId,
        accountId: row.accountId,
        id: row.id,
        billed: row.due,
        due: dueAfterBilling(row),
      })),
    ),
  ])
  await notify(
    context,
    bills.map(({ order: row, event }) => ({ order: row, event })),
  )
  return operations
}

/**
 * The id of the order of a due date, which is always the same. If a backup from before that date was billed is
 * restored, the card service gets a request that it has had, and responds with the payment that it made instead of
 * charging again.
 */
const idOfDate = ({ merchantId, accountId, id, due }: Due): string =>
  idFrom(lastingHash('payment', `${merchantId} ${accountId} ${id} ${due}`))

/** Returns the order of a subscription's due date, its first event, and its payment. */
function billed(
  context: Context,
  row: Due,
  {
    method,
    declined,
    step,
  }: { method: MethodRow | undefined; declined: DeclineCode | undefined; step: bigint | undefined },
) {
  const { merchant, clock } = context
  const created = clock.now()
  const payer = payerOf(method)
  // Like a retry: this card is not sent to the card service.
  if (payer && declined) payer.declined = declined
  const { amount, lines } = priced(row.items, row.currency)
  const newOrder: OrderRow = {
    merchantId: merchant.id,
    id: idOfDate(row),
    number: null,
    currency: row.currency,
    amount,
    accountId: row.accountId,
    ...columnsOfPayment(
      {
        reference: newReference(),
        service: merchant.cardService,
        ...(payer && { service: payer.service, ...payer.card }),
      },
      merchant.id,
    ),
    serviceReference: null,
    authorisedUntil: null,
    expiryNotified: null,
    limits: step === undefined ? null : { step: Number(step) },
    lines,
    ...noShares(),
    ordered: amount,
    // That of the subscription, which can change.
    callback: null,
    metadata: row.metadata,
    tags: null,
    subscriptionId: row.id,
    due: row.due,
    failedOn: null,
    retryOn: null,
    created,
  }
  const payment = newPayment(context, { order: newOrder, payer })
  const event = { ...newEvent(payment, { type: 'order', sequence: 1, date: created }), reference: null }
  return { order: newOrder, payment, event }
}

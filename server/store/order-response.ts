import { type Actor, isForMerchant } from '../core/context'
import { codeForPayer } from '../model/card/describe-failure'
import { errorObject } from '../model/error-object'
import { toMajor } from '../model/money/money'
import { type Line, unitStates } from '../model/order/lines'
import { isGiven } from '../model/order/reasons'
import { paymentStatus, type Shares } from '../model/order/rules'
import { type Event, type Order, type Payment, states } from '../model/order/schemas'
import { paymentOf } from './order-payment'
import type { EventRow, OrderRecord } from './orders'
import { sharesOf } from './orders'

/** Returns an event as responses show it. */
export const eventResponse = (row: EventRow, reader?: Actor): Event => ({
  type: row.type,
  date: row.date.toISOString(),
  sequence: row.sequence,
  ...(row.items !== null && { items: row.items }),
  ...(row.reference && { reference: row.reference }),
  // What the merchant's team noted is not for the customer.
  ...(row.reason && (isForMerchant(reader) || !isGiven(row.reason)) && { reason: row.reason }),
  ...(row.original && { original: row.original }),
  ...(row.error && { error: failure(row.error, reader) }),
})

/** What the card service cannot do with an order. Most of it concerns only what can still be charged. */
function limitsResponse({ limits, currency }: OrderRecord, { ordered }: Shares): Pick<Order, 'limits'> {
  const { step, ...ofRest } = limits ?? {}
  const shown = {
    ...(ordered > 0n && ofRest),
    ...(step !== undefined && { step: toMajor({ amount: BigInt(step), currency }) }),
  }
  return Object.keys(shown).length > 0 ? { limits: shown } : {}
}

/** What a failure is about that is not the card's. */
const subjects: Record<string, string> = { 'no card': 'Account', 'never arrived': 'Card service' }

/** Returns the card service's refusal as an error. Events store only its code and description. */
const failure = ({ code, description }: NonNullable<EventRow['error']>, reader: Actor | undefined) =>
  errorObject('invalid content', {
    type: subjects[code] ?? 'Card',
    description,
    details: { code: isForMerchant(reader) ? code : codeForPayer(code) },
  })

/** Returns an order as responses show it. */
export function orderResponse(record: OrderRecord, reader?: Actor): Order {
  const shares = sharesOf(record)
  const amounts = states.flatMap((state): [string, number][] =>
    shares[state] > 0n ? [[state, toMajor({ amount: shares[state], currency: record.currency })]] : [],
  )
  return {
    id: record.id,
    ...(record.number !== null && { number: record.number }),
    items: itemsResponse(record, shares),
    currency: record.currency,
    created: record.created.toISOString(),
    payment: paymentResponse(record, shares),
    event: record.events.map((row) => eventResponse(row, reader)),
    status: Object.fromEntries(amounts),
    ...limitsResponse(record, shares),
    ...(record.authorisedUntil !== null && { authorisedUntil: record.authorisedUntil.toISOString() }),
    // Both are the shop's own, and an address can contain a password.
    ...(record.callback !== null && isForMerchant(reader) && { callback: record.callback }),
    ...(record.metadata && isForMerchant(reader) && { metadata: record.metadata }),
    ...(record.subscriptionId !== null && { subscription: record.subscriptionId }),
    ...(record.due !== null && { due: record.due }),
    ...(record.retryOn !== null && { retry: record.retryOn }),
  }
}

/** Returns one entry as an object, several as an array. */
function itemsResponse(record: OrderRecord, shares: Shares): Order['items'] {
  if (record.lines) {
    return oneOrMany(record.lines.map(lineResponse))
  }
  return oneOrMany(
    states
      .filter((state) => shares[state] > 0n)
      .map((state) => ({
        price: toMajor({ amount: shares[state], currency: record.currency }),
        status: [state],
      })),
  )
}

function lineResponse(line: Line) {
  const { total: _total, units: _units, ...item } = line
  return { ...item, status: unitStates(line) }
}

function oneOrMany<T>(entries: T[]): T | T[] {
  const [first, ...rest] = entries
  return first !== undefined && rest.length === 0 ? first : entries
}

const paymentResponse = (record: OrderRecord, shares: Shares): Payment => {
  const { reference, service, client: _, ...card } = paymentOf(record)
  return {
    reference,
    ...(record.accountId !== null && { account: record.accountId }),
    type: 'card',
    status: paymentStatus(
      shares,
      record.events.some(({ reason }) => reason === 'expired'),
    ),
    ...card,
    amount: toMajor(record),
    currency: record.currency,
    service,
    created: record.created.toISOString(),
  }
}

import { isDeepStrictEqual } from 'node:util'
import { fullToken, shortToken } from '../card/token'
import type { PaymentRecord } from '../model/order/records'
import type { MethodRow } from './accounts'
import type { OrderRow } from './orders'

type CardColumn = 'scheme' | 'iin' | 'last4' | 'expiryMonth' | 'expiryYear' | 'card'
type PaymentColumns = Pick<OrderRow, 'service' | 'paymentReference' | 'client' | CardColumn>

/** Returns the columns of an order that hold its payment. */
export const columnsOfPayment = (
  { reference, service, scheme, iin, last4, expires, card, client }: PaymentRecord,
  merchantId: string,
): PaymentColumns => ({
  service,
  paymentReference: reference,
  scheme: scheme ?? null,
  iin: iin ?? null,
  last4: last4 ?? null,
  expiryMonth: expires?.[0] ?? null,
  expiryYear: expires?.[1] ?? null,
  card: card === undefined ? null : shortToken(card, merchantId),
  client: client ?? null,
})

/** Returns the payment of an order; without its client, if the row was read without. */
export function paymentOf(
  row: Pick<OrderRow, 'merchantId'> & Omit<PaymentColumns, 'client'> & Partial<Pick<OrderRow, 'client'>>,
): PaymentRecord {
  const { merchantId, service, paymentReference, scheme, iin, last4, expiryMonth, expiryYear, card, client } =
    row
  return {
    reference: paymentReference,
    service,
    ...(scheme !== null && { scheme }),
    ...(iin !== null && { iin }),
    ...(last4 !== null && { last4 }),
    ...(expiryMonth !== null && expiryYear !== null && { expires: [expiryMonth, expiryYear] }),
    ...(card !== null && { card: fullToken(card, merchantId) }),
    ...(client && { client }),
  }
}

export type CardDetails = Pick<MethodRow, 'token' | 'last4' | 'expires'>

/**
 * Whether a card is the one that an order was last tried with. One that its bank has replaced has other digits or another
 * expiry.
 */
export function isCardOf(
  row: Parameters<typeof paymentOf>[0],
  { token, last4, expires }: CardDetails,
): boolean {
  const tried = paymentOf(row)
  return tried.card === token && tried.last4 === last4 && isDeepStrictEqual(tried.expires, expires)
}

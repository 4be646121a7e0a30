import { type Actor, isForMerchant } from '../core/context'
import type { Account, Method } from '../model/account'
import type { AccountRecord, MethodRow } from '../store/accounts'
import { subscriptionResponse } from '../store/subscription-response'

/** Returns a method as responses show it. */
export const methodResponse = (row: MethodRow): Method => ({
  type: 'card',
  created: row.created.toISOString(),
  token: row.token,
  scheme: row.scheme,
  ...(row.iin !== null && { iin: row.iin }),
  last4: row.last4,
  expires: row.expires,
})

/** Returns an account as responses show it to the holder of a key. */
export const accountResponse = (record: AccountRecord, reader?: Actor): Account => ({
  id: record.id,
  ...(record.number !== null && { number: record.number }),
  ...(record.customer && { customer: record.customer }),
  ...(record.language && { language: record.language }),
  method: record.methods.map(methodResponse),
  status: record.status,
  subscription: record.subscriptions.map((row) => subscriptionResponse(row, reader)),
  ...(record.metadata && isForMerchant(reader) && { metadata: record.metadata }),
  ...(record.erased && { erased: record.erased.toISOString() }),
})

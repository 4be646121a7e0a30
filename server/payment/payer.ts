import type { Payer } from '../model/order/records'
import type { MethodRow } from '../store/accounts'

/** The card that pays, as an operation and its order keep it. */
export const payerOf = (method: MethodRow | undefined): Payer | null => {
  if (!method) return null
  const { service, serviceReference, scheme, iin, last4, expires, token } = method
  return { service, storedCard: serviceReference, card: { scheme, iin, last4, expires, card: token } }
}

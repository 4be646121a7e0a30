export interface StoredCard {
  customer: string
  payment_method: string
}

/** The reference of a stored card. Stripe needs both to charge it. */
export const storedCardReference = ({ customer, payment_method }: StoredCard): string =>
  `${customer}/${payment_method}`

export function readStoredCard(reference: string): StoredCard | undefined {
  const [customer, payment_method, ...rest] = reference.split('/')
  return customer && payment_method && rest.length === 0 ? { customer, payment_method } : undefined
}

import type { Outputs } from '../../../_parts/merchant'

export type OrderShown = Outputs['order']['get']
export type Possible = OrderShown['possible'][number]

/** Returns the name of an action. An unpaid order is charged now or written off. */
export const nameOf = ({ type }: Pick<Possible, 'type'>, { isPaid }: Pick<OrderShown, 'isPaid'>): string => {
  if (type === 'charge') return isPaid ? 'Charge' : 'Charge now'
  if (type === 'cancel') return isPaid ? 'Cancel' : 'Write off'
  return 'Refund'
}

import type { Outputs } from '../../../_parts/merchant'

export type OrderDetail = Outputs['order']['get']
export type OrderAction = OrderDetail['possible'][number]

/** Returns the name of an action. An unpaid order is charged now or written off. */
export const nameOf = ({ type }: OrderAction, { isPaid }: OrderDetail): string => {
  if (type === 'charge') return isPaid ? 'Charge' : 'Charge now'
  if (type === 'cancel') return isPaid ? 'Cancel' : 'Write off'
  return 'Refund'
}

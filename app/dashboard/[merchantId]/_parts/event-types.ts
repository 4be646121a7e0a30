import type { Outputs } from '../../_parts/merchant'

export type ListedCallbackType = Outputs['callback']['list']['rows'][number]['type']

const descriptions: Record<ListedCallbackType, string> = {
  'order.created': 'An order was created',
  'order.charged': 'An order was charged',
  'order.cancelled': 'An order was cancelled',
  'order.refunded': 'An order was refunded',
  'order.accepted': 'The card service accepted an operation and will carry it out later',
  'order.failed': 'A charge, cancellation or refund failed',
  'order.expiring': 'An authorisation expires within a day',
  'dispute.opened': 'A customer disputes a payment',
  'dispute.won': 'A dispute was won',
  'dispute.lost': 'A dispute was lost',
  'dispute.closed': 'A dispute or inquiry was closed without a decision',
  'subscription.ending': 'A subscription will end, or will end earlier',
  'subscription.continued': 'A subscription will not end after all, or will end later',
  'subscription.ended': 'A subscription ended',
  test: 'A test from the dashboard',
}

export const describeType = (type: ListedCallbackType): string => descriptions[type]

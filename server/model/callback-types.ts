/** What an address can be notified of. */
export const eventTypes = [
  'order.created',
  'order.charged',
  'order.cancelled',
  'order.refunded',
  'order.accepted',
  'order.failed',
  'order.expiring',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'dispute.closed',
  'subscription.ending',
  'subscription.continued',
  'subscription.ended',
] as const

/** What a callback is about. Tests go to the address that is tested. */
export const callbackTypes = [...eventTypes, 'test'] as const

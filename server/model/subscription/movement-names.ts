/** What people read for the kinds of revenue movements. "Lost" and "recovered" are words for payments. */
export const movementNames = {
  new: 'new',
  expansion: 'expansion',
  contraction: 'contraction',
  lost: 'churned',
  recovered: 'reactivated',
} as const

import type { BehaviourName } from './cards'

/** Describes each kind of test card. */
export const meanings: Record<BehaviourName, string> = {
  accepted: 'Accepted',
  'card declined': 'Declined: card declined',
  'insufficient funds': 'Declined: insufficient funds',
  'card lost or stolen': 'Declined: card lost or stolen',
  'card expired': 'Declined: card expired',
  'invalid csc': 'Declined: invalid csc',
  'acquirer error': 'Declined: acquirer error',
  'suspected fraud': 'Declined: suspected fraud',
  'declined once stored': 'Can be stored on an account; then every payment is declined: card declined',
  verified: '3-D Secure, then accepted',
  'verified, insufficient funds': '3-D Secure, then declined: insufficient funds',
  'verified, declined': '3-D Secure, then declined: card declined',
  'refund fails': 'Authorising and charging work, refunding fails: acquirer error',
  'amount decides': 'The amount decides, see below',
}

import type { Outputs } from '../_parts/merchant'

/** The page for each item of the to-do list. Where it is a list, it shows what the item counts. */
export const todoPaths: Record<Outputs['report']['todo']['items'][number]['kind'], string> = {
  disputes: '/payouts/disputes',
  payments: '/orders?status=pending',
  'given up': '/orders?status=denied',
  differences: '/payouts/reconciliation',
  comparison: '/payouts/reconciliation',
  callbacks: '/events/callbacks?status=failing',
  documents: '/documents?waiting=yes',
  'card service': '/settings/card-service',
  company: '/settings/company',
  'support address': '/settings/mail',
}

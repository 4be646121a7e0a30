import type { Outputs } from '../_parts/merchant'

type TodoListItem = Outputs['report']['todo']['items'][number]

/** The page for each item of the to-do list. Where it is a list, it shows what the item counts. */
export const todoPaths: Record<Exclude<TodoListItem, { order: string }>['kind'], string> = {
  disputes: '/payouts/disputes',
  'failed payouts': '/payouts',
  payments: '/orders?status=pending',
  'given up': '/orders?status=denied',
  authorisations: '/orders?expiring=yes',
  differences: '/payouts/reconciliation',
  comparison: '/payouts/reconciliation',
  callbacks: '/events/callbacks?status=failing',
  mail: '/events/mail?state=waiting',
  documents: '/documents?waiting=yes',
  'card service': '/settings/card-service',
  company: '/settings/company',
  'support address': '/settings/mail',
}

/** The page for an item: for orders that need different things, the oldest of them. */
export const todoPath = (item: TodoListItem): string =>
  'order' in item ? `/orders/${item.order}` : todoPaths[item.kind]

import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { listMovements, MovementSearch, type RevenueMovement } from './movements'

/** Kinds with another name in the dashboard. */
const names: Partial<Record<RevenueMovement['kind'], string>> = { lost: 'churned', recovered: 'reactivated' }

const columns: ExportColumns<RevenueMovement> = {
  subscription: {
    subscription: ({ subscription }) => textCell(itemsInShort(subscription.items, subscription.number)),
  },
  customer: { customer: ({ customer }) => textCell(customer?.name ?? customer?.email ?? '') },
  kind: { movement: ({ kind }) => names[kind] ?? kind },
  why: { why: ({ why }) => why ?? '' },
  monthly: {
    'per month': ({ monthly, currency }) => ({ amount: monthly, currency }),
    currency: ({ currency }) => currency,
  },
  date: { date: ({ date }) => date.toISOString(), day: dayColumn(({ date }) => date) },
}

/** Exports changes in subscription revenue. */
export const exportMovements = listExport(MovementSearch, columns, listMovements)

import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { movementNames } from '../model/subscription/movement-names'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { listMovements, MovementSearch, type RevenueMovement } from './movements'

const columns: ExportColumns<RevenueMovement> = {
  subscription: {
    subscription: ({ subscription }) => textCell(itemsInShort(subscription.items, subscription.number)),
  },
  customer: { customer: ({ payer: { customer } }) => textCell(customer?.name ?? customer?.email ?? '') },
  kind: { movement: ({ kind }) => movementNames[kind] },
  why: { why: ({ why }) => why ?? '' },
  monthly: {
    'per month': ({ monthly, currency }) => ({ amount: monthly, currency }),
    currency: ({ currency }) => currency,
  },
  date: { date: ({ date }) => date.toISOString(), day: dayColumn(({ date }) => date) },
}

/** Exports changes in subscription revenue. */
export const exportMovements = listExport(MovementSearch, columns, listMovements)

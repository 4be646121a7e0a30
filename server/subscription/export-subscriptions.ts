import { textCell } from '../core/csv'
import { dayColumn, type ExportColumns, listExport } from '../core/export-list'
import { itemsInShort, scheduleInWords } from '../model/subscription/schedule-in-words'
import { type Listed, listAllSubscriptions, SubscriptionListQuery } from './list-subscriptions'
import { statesOf } from './state'
import { unpaidOf } from './unpaid-orders'

type Row = Listed & { isRetried: boolean }

const states = ({ row, account, isRetried }: Row) => statesOf(row, account, isRetried)
const isSuspended = (listed: Row) => states(listed).includes('suspended')

const columns: ExportColumns<Row> = {
  what: { subscription: ({ row }) => textCell(itemsInShort(row.items, row.number)) },
  customer: {
    customer: ({ account }) => textCell(account.customer?.name ?? ''),
    email: ({ account }) => textCell(account.customer?.email ?? ''),
  },
  amount: { amount: ({ row }) => row, currency: ({ row }) => row.currency },
  frequency: { frequency: ({ row }) => scheduleInWords(row.schedule, row.start) },
  // A suspended account is not billed.
  due: { due: (listed) => (isSuspended(listed) ? '' : (listed.row.due ?? '')) },
  status: { status: (listed) => states(listed).join(', ') },
  end: { end: ({ row }) => row.end ?? '' },
  planned: { planned: ({ row }) => row.planned?.from ?? '' },
  created: {
    created: ({ row }) => row.created.toISOString(),
    day: dayColumn(({ row }) => row.created),
  },
  number: { number: ({ row }) => textCell(row.number ?? '') },
  id: { id: ({ row }) => row.id, account: ({ row }) => row.accountId },
}

/** Exports the subscriptions of a search. */
export const exportSubscriptions = listExport(SubscriptionListQuery, columns, async (context, page) => {
  const { rows, ...end } = await listAllSubscriptions(context, page)
  const accountIds = rows.map(({ row }) => row.accountId)
  const unpaid = (await unpaidOf(context, accountIds)).filter(({ givenUp }) => !givenUp)
  const retried = new Set(unpaid.map((each) => `${each.accountId} ${each.subscriptionId}`))
  const isRetried = ({ row }: Listed) => retried.has(`${row.accountId} ${row.id}`)
  return { ...end, rows: rows.map((listed) => ({ ...listed, isRetried: isRetried(listed) })) }
})

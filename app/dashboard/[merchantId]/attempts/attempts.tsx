'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '../../_parts/calls'
import { EmptyList } from '../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import { List } from '../../_parts/table/list'
import { type FilterName, useListAddress } from '../../_parts/table/list-address'
import { attemptSources, reasonInShort } from '../_parts/attempt-words'
import { OrderTabs } from '../_parts/order-tabs'
import { attemptColumns } from './columns'

const AttemptPanel = dynamic(() => import('./attempt-panel').then(({ AttemptPanel }) => AttemptPanel), {
  ssr: false,
})

const codes = [
  ...(['card declined', 'insufficient funds', 'card expired', 'no card', 'card lost or stolen'] as const),
  ...(['suspected fraud', 'card restricted', 'amount limit', 'invalid csc', 'invalid card number'] as const),
  ...(['3ds authentication failure', '3ds problem', 'invalid transaction', 'unsupported card'] as const),
  ...(['rule violation', 'acquirer error', 'never arrived'] as const),
]

const filters: readonly Filter<FilterName<Inputs['attempt']['list']>>[] = [
  { kind: 'period', from: 'start', to: 'end', label: 'Time' },
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    options: codes.map((code) => ({ value: code, label: reasonInShort(code) })),
  },
  {
    kind: 'choice',
    name: 'source',
    label: 'From',
    options: Object.entries(attemptSources).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'What',
    options: [
      { value: 'payment', label: 'Payments' },
      { value: 'charge', label: 'Charges' },
      { value: 'refund', label: 'Refunds' },
      { value: 'cancel', label: 'Cancellations' },
      { value: 'card', label: 'New cards' },
    ],
  },
  { kind: 'currency', name: 'currency', label: 'Currency' },
  { kind: 'flag', name: 'unpaid', value: 'yes', label: 'Still unpaid, once per order' },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
  { kind: 'text', name: 'order', label: 'Order', hint: 'The order’s ID.' },
]

const filterNames = ['search', ...filters.flatMap(namesOf)] as const

/** All declined and failed attempts, from everywhere. */
export function Attempts() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const address = useListAddress<Inputs['attempt']['list']>(filterNames)
  const attempts = useQuery(trpc.attempt.list.queryOptions(address.input))
  const totals = useQuery(
    trpc.attempt.totals.queryOptions(address.filters, { enabled: attempts.data !== undefined }),
  )
  return (
    <List
      list="attempts"
      what="Failed attempts"
      noun="failed attempt"
      address={address}
      query={attempts}
      rowsOf={(data) => data.attempts}
      totals={totals}
      columns={attemptColumns}
      filters={filters}
      search={{ label: 'Search attempts', placeholder: 'Customer, number, amount, card' }}
      idOf={({ id }) => id}
      nameOf={({ number, orderId }) => `attempt for ${number ?? orderId ?? 'a new card'}`}
      hrefOf={({ hasOrder, orderId, paidOrderId, accountId, id }) => {
        if (hasOrder) return `${base}/orders/${orderId}`
        if (paidOrderId) return `${base}/orders/${paidOrderId}`
        return accountId ? `${base}/accounts/${accountId}` : address.panelAt(id)
      }}
      exportPath={`${base}/attempts/export`}
      panel={(id, close) => {
        const attempt = attempts.data?.attempts.find((each) => each.id === id)
        return attempt && <AttemptPanel key={id} attempt={attempt} close={close} />
      }}
      none={
        <EmptyList icon="check" title="No failed attempts">
          <p>
            Payments, charges, refunds and new cards that a card service declines appear here, with the reason
            and what to do next.
          </p>
        </EmptyList>
      }
    >
      <OrderTabs />
    </List>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../../_parts/amount'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import { EmptyList } from '../../../_parts/empty-list'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { type Column, usual } from '../../../_parts/table/column'
import { List } from '../../../_parts/table/list'
import { useListAddress } from '../../../_parts/table/list-address'
import { OrderName } from '../../_parts/order-name-cell'
import { PayoutsTabs } from '../_parts/payouts-tabs'
import { nameOfEntry } from '../_parts/settlement-words'

type FeeListRow = Outputs['report']['fees']['fees'][number]

const columns: readonly Column<FeeListRow>[] = [
  {
    key: 'kind',
    name: 'Fee for',
    width: 150,
    grow: 1,
    phone: 'title',
    cell: ({ kind }) => (kind === 'fee' ? 'Card service' : nameOfEntry[kind]),
  },
  {
    key: 'order',
    name: 'Order',
    width: 160,
    grow: 1,
    phone: 'text',
    cell: ({ order }) => (order ? <OrderName order={order} /> : '–'),
  },
  {
    key: 'fee',
    name: 'Fee',
    width: 130,
    grow: 0.6,
    align: 'end',
    phone: 'figure',
    cell: ({ fee, currency }) => <Amount of={{ amount: fee, currency }} />,
  },
  { ...usual.date, cell: ({ date }) => <Moment at={date} /> },
]

/** Card service fees: the rows behind the fees on Home. */
export function Fees() {
  const { base, type } = useMerchant()
  const address = useListAddress<Inputs['report']['fees']>(['start', 'end', 'currency'])
  const query = useQuery(useTRPC().report.fees.queryOptions(address.input))
  return (
    <List
      list="fees"
      what="Fees"
      noun="fee"
      address={address}
      query={query}
      rowsOf={(data) => data.fees}
      totals={{ ...query, data: query.data?.totals }}
      columns={columns}
      exportPath={`${base}/payouts/fees/export`}
      filters={[
        { kind: 'period', from: 'start', to: 'end', label: 'Date' },
        { kind: 'currency', name: 'currency', label: 'Currency' },
      ]}
      idOf={({ service, id }) => `${service}-${id}`}
      nameOf={({ id }) => `fee ${id}`}
      hrefOf={({ orderId, service, payoutId }) =>
        orderId
          ? `${base}/orders/${orderId}`
          : payoutId
            ? `${base}/payouts/${service}/${payoutId}`
            : `${base}/payouts`
      }
      none={
        <EmptyList icon="payouts" title="No fees yet">
          <p>
            {type === 'test' && 'The simulated acquirer charges no fees. '}
            Each fee that a connected card service deducts from a charge or refund appears here.
          </p>
        </EmptyList>
      }
    >
      <PayoutsTabs />
    </List>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { amountOf, feesOf, otherOf } from '@/server/model/card/payout-parts'
import { arrives } from '@/server/model/card/settlement'
import { Amount } from '../../_parts/amount'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { EmptyList } from '../../_parts/empty-list'
import list from '../../_parts/loading-rows.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import type { Column } from '../../_parts/table/column'
import { List } from '../../_parts/table/list'
import { useListAddress } from '../../_parts/table/list-address'
import { NearDay } from '../_parts/day'
import lists from './_parts/lists.module.css'
import { PayoutsTabs } from './_parts/payouts-tabs'
import { colourOf } from './_parts/settlement-words'

type PayoutListRow = Outputs['payout']['list']['payouts'][number]

/**
 * The column for disputes and other movements is optional if no row has any. Otherwise the parts add up to the amount
 * only with it, so all of them fit into a window of 1280 pixels.
 */
export const columnsFor = (rows: readonly PayoutListRow[] = []): readonly Column<PayoutListRow>[] => [
  {
    key: 'arrives',
    name: 'Arrives',
    width: 110,
    phone: 'title',
    cell: ({ state, arrivesOn }) => (arrives(state) ? <NearDay day={arrivesOn} /> : 'Not arrived'),
  },
  {
    key: 'status',
    name: 'Status',
    width: 130,
    phone: 'note',
    cell: ({ state, missing }) => (
      <span className={`${list.states} ${lists.status}`}>
        <Chip state={state} colour={colourOf(state)} />
        {missing !== undefined && missing !== 0n && <Chip state="does not add up" colour="red" />}
      </span>
    ),
  },
  // Before its parts, because a narrow window leaves out the last columns.
  {
    key: 'amount',
    name: 'Amount',
    width: 130,
    align: 'end',
    phone: 'figure',
    cell: (payout) => <Amount of={payout} />,
  },
  part('charged', 'Charged', ({ parts }) => amountOf(parts, 'charge')),
  part('refunded', 'Refunded', ({ parts }) => -amountOf(parts, 'refund')),
  part('fees', 'Fees', ({ parts }) => feesOf(parts)),
  {
    ...part('other', 'Disputes and other', otherOf),
    width: 150,
    ...(!rows.some((payout) => payout.isComplete && otherOf(payout) !== 0n) && { optional: true }),
  },
  {
    key: 'service',
    name: 'Card service',
    width: 130,
    optional: true,
    cell: ({ serviceTitle }) => serviceTitle,
  },
  { key: 'id', name: 'ID', width: 180, optional: true, cell: ({ id }) => <code>{id}</code> },
]

/** A part of a payout, which is known once all its entries are stored. */
function part(key: string, name: string, of: (payout: PayoutListRow) => bigint): Column<PayoutListRow> {
  return {
    key,
    name,
    width: 120,
    align: 'end',
    cell: (payout) =>
      payout.isComplete ? <Amount of={{ amount: of(payout), currency: payout.currency }} /> : '–',
  }
}

/** What the card service has paid to the merchant's bank account. */
export function Payouts() {
  const { base, type } = useMerchant()
  const address = useListAddress<Inputs['payout']['list']>(['start', 'end'])
  const query = useQuery(useTRPC().payout.list.queryOptions(address.input))
  return (
    <List
      list="payouts"
      what="Payouts"
      noun="payout"
      address={address}
      query={query}
      rowsOf={(data) => data.payouts}
      totals={{ ...query, data: query.data?.totals }}
      sumUnit="paid out or on its way"
      columns={columnsFor(query.data?.payouts)}
      filters={[{ kind: 'period', from: 'start', to: 'end', label: 'Arrives' }]}
      exportPath={`${base}/payouts/export`}
      idOf={({ service, id }) => `${service}/${id}`}
      nameOf={({ id }) => `payout ${id}`}
      hrefOf={({ service, id }) => `${base}/payouts/${service}/${id}`}
      none={
        <EmptyList icon="payouts" title="No payouts yet">
          <p>
            {type === 'test'
              ? 'The simulated acquirer makes no payouts. Each payout of a connected card service appears here with the charges, refunds, fees and disputes that it contains.'
              : 'The card service pays your money to your bank account. Each payout appears here with the charges, refunds, fees and disputes that it contains.'}
          </p>
        </EmptyList>
      }
    >
      <PayoutsTabs />
    </List>
  )
}

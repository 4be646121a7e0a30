'use client'

import { useQuery } from '@tanstack/react-query'
import { capitalised } from '@/server/model/capitalised'
import { deadlineOf } from '@/server/model/card/settlement'
import { Amount } from '../../../_parts/amount'
import { useTRPC } from '../../../_parts/calls'
import cells from '../../../_parts/cells.module.css'
import { Chip } from '../../../_parts/chip'
import { Customer } from '../../../_parts/customer'
import { Moment } from '../../../_parts/detail'
import { EmptyList } from '../../../_parts/empty-list'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { type Column, usual } from '../../../_parts/table/column'
import type { Filter } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { useListAddress } from '../../../_parts/table/list-address'
import { disputeColours } from '../../_parts/dispute-colours'
import { LazyOrderPanel } from '../../_parts/lazy-order-panel'
import { OrderName } from '../../_parts/order-name-cell'
import { PayoutsTabs } from '../_parts/payouts-tabs'

type DisputeListRow = Outputs['payout']['disputes']['disputes'][number]

// An order can have several.
const idOf = ({ service, id }: DisputeListRow) => `${service} ${id}`

const nameOf = ({ number, orderId, authorisation }: DisputeListRow) => number ?? orderId ?? authorisation

/** Of open disputes, the deadline matters; of closed ones, when they were decided. */
export const columnsFor = (show: 'open' | 'closed'): readonly Column<DisputeListRow>[] => [
  {
    key: 'order',
    name: 'Order',
    width: 110,
    grow: 0.8,
    phone: 'text',
    cell: ({ order, authorisation }) =>
      order ? <OrderName order={order} /> : <bdi title={authorisation}>{authorisation}</bdi>,
  },
  {
    ...usual.customer,
    grow: 1,
    cell: (dispute) => <CustomerAndDeadline dispute={dispute} />,
  },
  { ...usual.amount, cell: (dispute) => <Amount of={dispute} /> },
  {
    key: 'due',
    name: 'Respond by',
    width: 124,
    grow: 0.4,
    ...(show === 'closed' && { optional: true }),
    cell: (dispute) => {
      const due = deadlineOf(dispute)
      return due ? <Moment at={due} /> : '–'
    },
  },
  {
    ...usual.status,
    width: 150,
    cell: ({ state, isInquiry }) => (
      <>
        <Chip state={state} colour={disputeColours[state]} /> {isInquiry && <Chip state="inquiry" />}
      </>
    ),
  },
  {
    key: 'reason',
    name: 'Reason',
    width: 160,
    grow: 1.5,
    cell: ({ reason }) => <span className={cells.sentence}>{capitalised(reason)}</span>,
  },
  {
    key: 'opened',
    name: 'Opened',
    width: 124,
    optional: true,
    cell: ({ opened }) => <Moment at={opened} />,
  },
  {
    key: 'decided',
    name: 'Decided',
    width: 124,
    grow: 0.4,
    ...(show === 'open' && { optional: true }),
    cell: ({ decided }) => (decided ? <Moment at={decided} /> : '–'),
  },
]

function CustomerAndDeadline({ dispute }: { dispute: DisputeListRow }) {
  const due = deadlineOf(dispute)
  return (
    <>
      <Customer name={dispute.payerName} />
      {due && (
        <span className={cells.onPhone}>
          Respond by <Moment at={due} />
        </span>
      )}
    </>
  )
}

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'show',
    label: 'Status',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Won, lost and closed' },
    ],
  },
]

/** Payments that cardholders dispute, the next deadline first. */
export function Disputes() {
  const { base } = useMerchant()
  const address = useListAddress<Inputs['payout']['disputes']>(['show'])
  const query = useQuery(useTRPC().payout.disputes.queryOptions(address.input))
  const show = address.input.show ?? 'open'
  return (
    <List
      list="disputes"
      what="Disputes"
      // Without a filter, only open ones are listed.
      noun={`${show} dispute`}
      address={address}
      query={query}
      rowsOf={(data) => data.disputes}
      totals={{ ...query, data: query.data?.totals }}
      columns={columnsFor(show)}
      exportPath={`${base}/payouts/disputes/export`}
      filters={filters}
      idOf={idOf}
      nameOf={(dispute) => `dispute of order ${nameOf(dispute)}`}
      hrefOf={({ orderId }) => (orderId ? `${base}/orders/${orderId}` : undefined)}
      panel={(id, close) => {
        const orderId = query.data?.disputes.find((dispute) => idOf(dispute) === id)?.orderId
        return orderId && <LazyOrderPanel id={orderId} close={close} />
      }}
      none={
        <EmptyList icon="payouts" title="No open disputes">
          <p>
            Cardholders can ask their bank to return a payment. You then have a few days to submit evidence
            that the payment was legitimate.
          </p>
        </EmptyList>
      }
    >
      <PayoutsTabs />
    </List>
  )
}

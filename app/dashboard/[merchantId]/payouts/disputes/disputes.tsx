'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Moment } from '../../../_parts/detail'
import { useFilters } from '../../../_parts/filters'
import { FilteredList } from '../../../_parts/list'
import list from '../../../_parts/list.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'
import { disputeColours } from '../../_parts/dispute-colours'
import { PayoutsHead } from '../_parts/head'
import lists from '../_parts/lists.module.css'

/** Payments that cardholders dispute, the next deadline first. */
export function Disputes() {
  const filters = useFilters<Inputs['payout']['disputes']>(['show'])
  const query = useQuery(useTRPC().payout.disputes.queryOptions(filters.input))
  const about = (
    <p>
      A cardholder can ask their bank to return a payment. You then have some days to show with evidence that
      the payment was right.
    </p>
  )
  return (
    <>
      <PayoutsHead />
      <FilteredList
        inLine
        what="Disputes"
        filters={filters}
        query={query}
        rows={({ disputes }) => disputes}
        form={
          <NativeSelect
            label="Show"
            {...filters.field('show')}
            data={[
              { value: '', label: 'Open, the next deadline first' },
              { value: 'closed', label: 'Won, lost and closed' },
            ]}
          />
        }
        none={<Message title="No open disputes">{about}</Message>}
        noMatch={
          <Message title="No disputes here" clear={filters.clear}>
            {about}
          </Message>
        }
        older="More disputes"
      >
        {({ disputes }) => <Table disputes={disputes} />}
      </FilteredList>
    </>
  )
}

function Table({ disputes }: Pick<Outputs['payout']['disputes'], 'disputes'>) {
  const { base, money } = useMerchant()
  return (
    <div className={lists.disputes}>
      <div className={list.head} aria-hidden="true">
        <span>Order</span>
        <span>Payer</span>
        <span>Reason</span>
        <span>Respond by</span>
        <span>Status</span>
        <span className={list.amount}>Amount</span>
      </div>
      <ul>
        {disputes.map((dispute) => {
          const { service, id, orderId, number, authorisation, payerName, reason, due, state } = dispute
          const content = (
            <>
              <span className={list.first}>{number ?? orderId ?? authorisation}</span>
              <span className={`${list.soft} ${list.wide}`}>{payerName ?? '–'}</span>
              <span className={list.often}>{reason}</span>
              {due && state === 'needs response' ? (
                <Moment at={due} className={`${list.soft} ${list.date}`} />
              ) : (
                <span className={list.wide}>–</span>
              )}
              <span className={list.states}>
                <Chip state={state} colour={disputeColours[state]} />
                {dispute.isInquiry && <Chip state="inquiry" />}
              </span>
              <span className={list.amount}>{money(dispute)}</span>
            </>
          )
          return (
            <li key={`${service} ${id}`}>
              {orderId ? (
                <Link href={`${base}/orders/${orderId}`} prefetch={false} className={list.row}>
                  {content}
                </Link>
              ) : (
                <div className={list.row}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

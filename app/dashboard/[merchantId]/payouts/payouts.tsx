'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Chip } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import { useFilters } from '../../_parts/filters'
import { FilteredList } from '../../_parts/list'
import list from '../../_parts/list.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { PayoutsHead } from './_parts/head'
import lists from './_parts/lists.module.css'
import { amountOf, colourOf, feesOf } from './_parts/parts'

/** What the card service has paid to the merchant's bank account. */
export function Payouts() {
  const filters = useFilters<Inputs['payout']['list']>([])
  const query = useQuery(useTRPC().payout.list.queryOptions(filters.input))
  const none = (
    <Message title="No payouts yet">
      <p>
        A card service that moves real money pays it to your bank account. Each payout appears here with the
        charges, refunds, fees and disputes that it consists of.
      </p>
    </Message>
  )
  return (
    <>
      <PayoutsHead />
      <FilteredList
        what="Payouts"
        filters={filters}
        query={query}
        rows={({ payouts }) => payouts}
        none={none}
        older="Older payouts"
      >
        {({ payouts }) => <Table payouts={payouts} />}
      </FilteredList>
    </>
  )
}

function Table({ payouts }: Pick<Outputs['payout']['list'], 'payouts'>) {
  const { base, money } = useMerchant()
  return (
    <div className={lists.payouts}>
      <div className={list.head} aria-hidden="true">
        <span>Arrives</span>
        <span>Status</span>
        <span className={list.amount}>Charged</span>
        <span className={list.amount}>Refunded</span>
        <span className={list.amount}>Fees</span>
        <span className={list.amount}>Paid out</span>
      </div>
      <ul>
        {payouts.map((payout) => {
          const { service, id, state, arrives, amount, currency, parts, isComplete, missing } = payout
          const shown = (part: bigint) => (isComplete ? money({ amount: part, currency }) : '–')
          return (
            <li key={`${service} ${id}`}>
              <Link href={`${base}/payouts/${service}/${id}`} prefetch={false} className={list.row}>
                <Moment at={arrives} className={list.first} />
                <span className={list.states}>
                  <Chip state={state} colour={colourOf(state)} />
                  {missing !== undefined && missing !== 0n && <Chip state="does not add up" colour="red" />}
                </span>
                <span className={`${list.amount} ${list.wide}`}>{shown(amountOf(parts, 'charge'))}</span>
                <span className={`${list.amount} ${list.wide}`}>{shown(-amountOf(parts, 'refund'))}</span>
                <span className={`${list.amount} ${list.wide}`}>{shown(feesOf(parts))}</span>
                <span className={list.amount}>{money({ amount, currency })}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { datesFrom } from '@/server/model/subscription/dates'
import { useTRPC } from '../../_parts/calls'
import { CardMark } from '../../_parts/card-mark'
import { Chips } from '../../_parts/chip'
import { useMerchant } from '../../_parts/merchant'
import { QueryState } from '../../_parts/query-state'
import { PanelFacts, PanelRow, PanelRows } from '../../_parts/table/panel-parts'
import { SidePanel } from '../../_parts/table/side-panel'
import { NearDay } from '../_parts/day'
import { PanelLines } from '../_parts/order-panel'

const shownDates = 6

/** A quick view of a subscription: who pays what with which card, and the next dates. */
export function SubscriptionPanel({ id: key, close }: { id: string; close: () => void }) {
  const [account = '', id = ''] = key.split('/')
  const { base, money } = useMerchant()
  const query = useQuery(useTRPC().subscription.get.queryOptions({ account, id }))
  const to = `${base}/subscriptions/${account}/${id}`
  return (
    <SidePanel name={query.data?.what ?? 'Subscription'} to={to} open="Open subscription" close={close}>
      <QueryState what="The subscription" query={query} loading={320}>
        {(subscription) => {
          const {
            words,
            currency,
            amount,
            due,
            end,
            ended,
            start,
            schedule,
            planned,
            states,
            unpaid,
            lines,
          } = subscription
          const payer = subscription.account
          return (
            <>
              <PanelFacts
                facts={{
                  Status: <Chips states={states} />,
                  Customer: (
                    <Link href={`${base}/accounts/${account}`} prefetch={false}>
                      {payer.label}
                    </Link>
                  ),
                  Card: payer.card && <CardMark scheme={payer.card.scheme} last4={payer.card.last4} />,
                  Amount: money({ amount, currency }),
                  Frequency: words,
                  Started: <NearDay day={start} />,
                  Ends: end && <NearDay day={end} />,
                }}
              />
              {lines && lines.length > 0 && <PanelLines lines={lines} currency={currency} />}
              {unpaid.length > 0 && (
                <PanelRows title="Unpaid" none="">
                  {unpaid.map((each) => (
                    <PanelRow
                      key={each.orderId}
                      to={`${base}/orders/${each.orderId}`}
                      end={money(each)}
                      more={
                        each.retryOn && (
                          <>
                            Next attempt <NearDay day={each.retryOn} />
                          </>
                        )
                      }
                    >
                      {each.due ? <NearDay day={each.due} /> : each.orderId}
                    </PanelRow>
                  ))}
                </PanelRows>
              )}
              <PanelRows title="Next dates" none="No further payments">
                {(due && ended === null && !states.includes('suspended')
                  ? datesFrom({ schedule, start, end: end ?? undefined, planned }, due, shownDates)
                  : []
                ).map((day) => (
                  <PanelRow
                    key={day}
                    end={money(planned && day >= planned.from ? planned : { amount, currency })}
                  >
                    <NearDay day={day} />
                  </PanelRow>
                ))}
              </PanelRows>
            </>
          )
        }}
      </QueryState>
    </SidePanel>
  )
}

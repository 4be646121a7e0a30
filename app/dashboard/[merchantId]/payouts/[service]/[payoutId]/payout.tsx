'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { arrives } from '@/server/model/card/settlement'
import { useTRPC } from '../../../../_parts/calls'
import { Chip } from '../../../../_parts/chip'
import { Copied } from '../../../../_parts/copied'
import { DetailHead, Facts, Moment, Section } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import list from '../../../../_parts/loading-rows.module.css'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import { Loaded } from '../../../../_parts/query-state'
import { refetchWhile } from '../../../../_parts/refetch-while'
import sums from '../../../../_parts/sums.module.css'
import { NearDay } from '../../../_parts/day'
import { OrderName } from '../../../_parts/order-name-cell'
import lists from '../../_parts/lists.module.css'
import { colourOf, dayInWords, nameOfEntry, namesOfKinds, paidInWords } from '../../_parts/settlement-words'

type PayoutDetail = Outputs['payout']['get']

export function Payout() {
  const { service, payoutId: id } = useParams<{ service: string; payoutId: string }>()
  const { base, money } = useMerchant()
  const query = useQuery(
    useTRPC().payout.get.queryOptions(
      { service, id },
      // The worker stores a payout first, and then what it consists of.
      refetchWhile((payout: PayoutDetail) => payout.isAwaited, 5000),
    ),
  )
  return (
    <Loaded noun="payout" list="/payouts" query={query}>
      {(payout) => (
        <>
          <DetailHead
            up={{ path: '/payouts', name: 'Payouts' }}
            title={money(payout)}
            state={<Chip state={payout.state} colour={colourOf(payout.state)} />}
          >
            {payout.isComplete && (
              <Button component="a" variant="default" href={`${base}/payouts/${service}/${id}/export`}>
                Export CSV
              </Button>
            )}
          </DetailHead>
          {payout.amount < 0n && arrives(payout.state) && (
            <p role="status" className={styles.next}>
              Refunds, disputes and fees were more than your payments, so the card service{' '}
              {payout.state === 'paid' ? 'collected' : 'will collect'} the difference from your bank account.
            </p>
          )}
          <State payout={payout} />
          <div className={styles.columns}>
            <div>
              <Sum payout={payout} />
              <Entries payout={payout} />
            </div>
            <Facts
              facts={{
                ID: <Copied text={id} name="the payout ID" />,
                'Card service': payout.serviceTitle,
                Created: <Moment at={payout.created} />,
                [dayInWords(payout)]: arrives(payout.state) && <NearDay day={payout.arrivesOn} />,
              }}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

function State({
  payout: { amount, isAwaited, isItemised, missing, state, currency },
}: {
  payout: PayoutDetail
}) {
  const { money } = useMerchant()
  if (state === 'failed')
    return (
      <p role="status" className={styles.next} data-wrong>
        {amount < 0n
          ? 'The card service could not collect this from your bank account. Check your bank details there. You still owe it: the next payouts will be smaller.'
          : 'Your bank did not accept this payout. Check your bank details at the card service. The money is part of the next payout.'}
      </p>
    )
  if (!isItemised)
    return (
      <p role="status" className={styles.next}>
        This payout was requested manually. For such payouts, the card service does not report what they
        consist of.
      </p>
    )
  if (isAwaited)
    return (
      <p role="status" className={styles.next}>
        The card service has not reported yet what this payout consists of.
      </p>
    )
  if (missing === undefined || missing === 0n) return null
  return (
    <p role="status" className={styles.next} data-wrong>
      The movements below differ from the amount by {money({ amount: missing, currency })}. If another
      merchant uses the same account, its payments are left out here. Otherwise compare the movements with the
      card service’s own report of this payout.
    </p>
  )
}

/** The parts of the payout, and their sum. */
function Sum({ payout }: { payout: PayoutDetail }) {
  const { money, number } = useMerchant()
  const { parts, amount, currency } = payout
  const fees = parts.reduce((sum, { fee }) => sum + fee, 0n)
  if (parts.length === 0) return null
  return (
    <Section title="Consists of">
      <table className={sums.sums}>
        <tbody>
          {parts.map((part) => (
            <tr key={part.kind}>
              <th scope="row">
                {namesOfKinds[part.kind]} <span>{number(part.count)}</span>
              </th>
              <td>{money({ amount: part.amount, currency })}</td>
            </tr>
          ))}
          {fees !== 0n && (
            <tr>
              <th scope="row">Fees deducted by the card service</th>
              <td>{money({ amount: -fees, currency })}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{paidInWords(payout)}</th>
            <td>{money({ amount, currency })}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}

function Entries({ payout: { entries, hasMore } }: { payout: PayoutDetail }) {
  const { base, money } = useMerchant()
  if (entries.length === 0) return null
  return (
    <Section title="Movements">
      <div className={lists.entries}>
        <div className={list.head} aria-hidden="true">
          <span>Movement</span>
          <span>Date</span>
          <span className={list.amount}>Amount</span>
          <span className={list.amount}>Fee</span>
          <span className={list.amount}>Net</span>
        </div>
        <ul>
          {entries.map((entry) => {
            const { id, kind, order, date, amount, fee, net, currency } = entry
            return (
              <li key={id} className={list.row}>
                <span className={list.first}>
                  {nameOfEntry[kind]}{' '}
                  {order && (
                    <Link href={`${base}/orders/${order.id}`} prefetch={false}>
                      <OrderName order={order} />
                    </Link>
                  )}
                </span>
                <Moment at={date} className={list.soft} />
                <span className={`${list.amount} ${list.wide}`}>{money({ amount, currency })}</span>
                <span className={`${list.amount} ${list.wide}`}>{money({ amount: fee, currency })}</span>
                <span className={list.amount}>{money({ amount: net, currency })}</span>
              </li>
            )
          })}
        </ul>
      </div>
      {hasMore && <p>These are the first {entries.length} movements. The CSV file has all of them.</p>}
    </Section>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { counted } from '@/server/model/counted'
import { sumPerCurrency } from '@/server/model/money/sum-per-currency'
import { useTRPC } from '../../../_parts/calls'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { sumInWords } from '../../../_parts/sum-in-words'
import { Tile, Tiles } from '../../../_parts/tile'
import { useToday } from '../../../_parts/use-today'
import type { AccountDetail } from '../../_parts/loaded-account'
import { shortDay } from '../../_parts/words'

/** The customer in figures: paid, refunded, failed, and the next payment. */
export function Figures({ account: { id, upcoming } }: { account: AccountDetail }) {
  const { base, money, price, number } = useMerchant()
  const today = useToday()
  const { data } = useQuery(useTRPC().account.figures.queryOptions({ id }))
  const events = (kind: 'net' | 'refund') =>
    `${base}/events?${new URLSearchParams({ account: id, moved: kind })}`
  const sumOf = (of: 'paid' | 'refunded') => {
    if (!data) return undefined
    const amounts = data.sums.map((each) => ({ amount: each[of], currency: each.currency }))
    const moved = amounts.filter(({ amount }) => amount > 0n)
    // Of several currencies, none is the one in which nothing moved.
    const shown = sumPerCurrency(amounts.length > 1 ? moved : amounts)
    return shown.length > 0 ? shown : '–'
  }
  const noteOf = (what: 'orders' | 'refunds') =>
    data &&
    counted(
      data.sums.reduce((sum, each) => sum + each[what], 0),
      what.slice(0, -1),
      what,
      number,
    )
  const lost = data && sumInWords(data.lostToDisputes, money)
  const failures = data?.failures
  const [next] = upcoming
  return (
    <Tiles>
      <Tile
        label="Lifetime value"
        figure={sumOf('paid')}
        note={[noteOf('orders'), lost && `before ${lost} lost to disputes`].filter(Boolean).join(' · ')}
        to={events('net')}
      />
      <Tile label="Refunded" figure={sumOf('refunded')} note={noteOf('refunds')} to={events('refund')} />
      <Tile
        label="Failed attempts"
        figure={failures && `${number(failures.count)}${failures.isMore ? '+' : ''}`}
        note={failures && failureNote(failures, data.sums.length > 0)}
        to={`${base}/attempts?account=${id}`}
      />
      <Tile
        label="Next payment"
        figure={next ? price(next.amount, next.currency) : '–'}
        note={next ? `${shortDay(next.date, today)}, ${next.what}` : 'Nothing is planned'}
      />
    </Tiles>
  )
}

type Failures = Pick<Outputs['account']['figures']['failures'], 'count' | 'isMore'>

/** Of a shop with very many failed attempts, only the latest are counted. */
export function failureNote({ count, isMore }: Failures, hasOrders: boolean): string {
  if (count > 0) return 'Declined or failed'
  if (isMore) return 'None among the shop’s latest'
  return hasOrders ? 'Every payment succeeded' : 'No payments yet'
}

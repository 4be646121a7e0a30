import { counted } from '@/server/model/counted'
import { useMerchant } from '../_parts/merchant'
import { Tile, Tiles } from '../_parts/tile'
import { useToday } from '../_parts/use-today'
import { changeOf, pointsOf } from './change'
import type { HomeFigures } from './home-data'
import { linksOf } from './home-links'

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const count = (counts: readonly number[]) => counts.reduce((sum, of) => sum + of, 0)

/** The most important figures of the period; without a report, placeholders. */
export function HomeTiles({ report }: { report?: HomeFigures }) {
  const { base, number, money } = useMerchant()
  const today = useToday()
  if (!report) {
    return (
      <Tiles>
        {labels.map((label) => (
          <Tile key={label} label={label} figure={undefined} />
        ))}
      </Tiles>
    )
  }
  const { now, before, currency, atRisk } = report
  const to = linksOf(base, now, currency)
  const amount = (of: bigint) => ({ amount: of, currency })
  const ofMoney = (of: bigint, earlier: bigint, tone: Parameters<typeof changeOf>[2]) => {
    const change = changeOf(of, earlier, tone)
    return change && { ...change, from: money(amount(earlier)) }
  }
  const [good, bad, neutral] = [
    { more: 'good', number } as const,
    { more: 'bad', number } as const,
    { number },
  ]
  const [charged, refunded, fees] = [total(now.charged), total(now.refunded), total(now.fees)]
  const [chargedBefore, refundedBefore] = [total(before.charged), total(before.refunded)]
  const made = count(now.orders)
  const [average, averageBefore] = [averageOf(now), averageOf(before)]
  const [rate, rateBefore] = [rateOf(now), rateOf(before)]
  // The current part is incomplete and would look like a drop, as would those to come.
  const over = now.last === today ? now.begun - 1 : undefined
  const course = (amounts: readonly bigint[]) => amounts.slice(0, over).map(Number)
  const averages = now.orders
    .slice(0, over)
    .flatMap((orders, part) => (orders > 0 ? [Number(now.ordered[part] ?? 0n) / orders] : []))
  const share = (of: number) => number(of, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Tiles>
      <Tile
        label="Net volume"
        figure={amount(charged - refunded)}
        change={ofMoney(charged - refunded, chargedBefore - refundedBefore, good)}
        note={
          now.lostToDisputes.count > 0 &&
          `before ${money(amount(now.lostToDisputes.amount))} lost to disputes`
        }
        course={course(now.charged.map((of, part) => of - (now.refunded[part] ?? 0n)))}
        to={to.net}
      />
      <Tile
        label="Charged"
        figure={amount(charged)}
        change={ofMoney(charged, chargedBefore, good)}
        course={course(now.charged)}
        to={to.charged}
      />
      <Tile
        label="Refunded"
        figure={amount(refunded)}
        change={ofMoney(refunded, refundedBefore, bad)}
        course={course(now.refunded)}
        to={to.refunded}
      />
      <Tile
        label="Fees"
        figure={amount(fees)}
        change={ofMoney(fees, total(before.fees), neutral)}
        note={fees === 0n && 'None in this period'}
        course={course(now.fees)}
        to={to.fees}
      />
      <Tile
        label="Success rate"
        figure={rate === undefined ? '–' : share(rate)}
        change={rate === undefined ? undefined : pointsOf(rate, rateBefore, good)}
        note={
          now.tried === 0
            ? 'No orders'
            : `${number(now.accepted)} of ${counted(now.tried, 'order', undefined, number)} accepted`
        }
        // The unpaid orders, or all orders if none is unpaid.
        to={now.accepted < now.tried ? to.unpaid : to.orders}
      />
      <Tile
        label="Average order"
        figure={average === undefined ? '–' : amount(average)}
        change={
          average === undefined || averageBefore === undefined
            ? undefined
            : ofMoney(average, averageBefore, good)
        }
        note={made === 0 ? 'No orders' : counted(made, 'order', undefined, number)}
        course={averages}
        to={to.orders}
      />
      <Tile
        label="Monthly recurring revenue"
        figure={amount(now.recurring.closing)}
        change={ofMoney(now.recurring.closing, now.recurring.opening, good)}
        course={course(now.recurring.parts)}
        to={to.closing}
      />
      <Tile
        label="At risk"
        figure={amount(atRisk.amount)}
        note={
          atRisk.count === 0
            ? 'No payments being retried'
            : `${counted(atRisk.count, 'payment', undefined, number)} being retried`
        }
        to={to.atRisk}
      />
    </Tiles>
  )
}

const labels = [
  'Net volume',
  'Charged',
  'Refunded',
  'Fees',
  'Success rate',
  'Average order',
  'Monthly recurring revenue',
  'At risk',
]

/** Rounded half up; undefined without orders. */
function averageOf({ ordered, orders }: HomeFigures['now']): bigint | undefined {
  const made = BigInt(count(orders))
  return made === 0n ? undefined : (2n * total(ordered) + made) / (2n * made)
}

/** Rounded to a tenth of a percent, except that 100 % means all. */
const rateOf = ({ tried, accepted }: HomeFigures['now']): number | undefined =>
  tried === 0
    ? undefined
    : accepted === tried
      ? 1
      : Math.min(0.999, Math.round((accepted / tried) * 1000) / 1000)

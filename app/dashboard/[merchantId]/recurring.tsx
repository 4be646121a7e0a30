import Link from 'next/link'
import { capitalised } from '@/server/model/capitalised'
import { counted } from '@/server/model/counted'
import { movementNames } from '@/server/model/subscription/movement-names'
import { Section } from '../_parts/detail'
import detail from '../_parts/detail.module.css'
import { Figure } from '../_parts/figure'
import { useMerchant } from '../_parts/merchant'
import { Tile, Tiles } from '../_parts/tile'
import { changeOf, pointsOf } from './change'
import styles from './home.module.css'
import type { HomeFigures } from './home-data'
import { linksOf } from './home-links'

/** Changes of monthly recurring revenue in the period, churn, and the outcome of failed payments. */
export function Recurring({ report: { now, before, currency } }: { report: HomeFigures }) {
  const { base, number, money } = useMerchant()
  const { kinds, opening, closing, customers } = now.recurring
  const to = linksOf(base, now, currency)
  const stepOf = (kind: keyof typeof movementNames, to: string) => {
    const name = capitalised(movementNames[kind])
    return { name, ...kinds[kind], to, isChange: true }
  }
  const steps = [
    { name: 'At the start', amount: opening, to: to.opening, isChange: false },
    stepOf('new', to.new),
    stepOf('expansion', to.expansion),
    stepOf('contraction', to.contraction),
    stepOf('lost', to.lostRevenue),
    stepOf('recovered', to.recoveredRevenue),
    { name: 'At the end', amount: closing, to: to.closing, isChange: false },
  ]
  const less = lossesOf(now)
  const share = (of: number | undefined) =>
    of === undefined ? '–' : number(of, { style: 'percent', maximumFractionDigits: 1 })
  const [churn, revenueChurn] = [shareOf(customers.lost, customers.opening), shareOf(less, opening)]
  const earlier = before.recurring
  return (
    <Section title="Monthly recurring revenue" className={styles.section}>
      <p className={detail.about}>What subscriptions bring in per month, including VAT.</p>
      <dl className={styles.steps}>
        {steps.map(({ name, amount, to, isChange }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Link
                href={to}
                prefetch={false}
                aria-label={`${name}: ${isChange && amount > 0n ? '+' : ''}${money({ amount, currency })}`}
                data-sign={isChange ? signOf(amount) : undefined}
              >
                {isChange && amount > 0n && '+'}
                <Figure of={{ amount, currency }} />
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <Tiles>
        <Tile
          label="Customer churn"
          figure={share(churn)}
          change={churnChange(churn, shareOf(earlier.customers.lost, earlier.customers.opening))}
          note={`${number(customers.lost)} of ${counted(customers.opening, 'customer', undefined, number)}`}
          to={to.churnedCustomers}
        />
        <Tile
          label="Revenue churn"
          figure={share(revenueChurn)}
          change={churnChange(revenueChurn, shareOf(lossesOf(before), earlier.opening))}
          // Not "of": what was lost includes subscriptions that started in the period.
          note={`${money({ amount: less, currency })} lost, ${money({ amount: opening, currency })} at the start`}
          to={to.churnedRevenue}
        />
        <Tile
          label="Recovered payments"
          figure={{ amount: now.recovered.amount, currency }}
          change={changeOf(now.recovered.amount, before.recovered.amount, { number })}
          note={`${counted(now.recovered.count, 'payment', undefined, number)} after a failure`}
          to={to.recovered}
        />
        <Tile
          label="Lost payments"
          figure={{ amount: now.lost.amount, currency }}
          change={changeOf(now.lost.amount, before.lost.amount, { more: 'bad', number })}
          note={`${counted(now.lost.count, 'payment', undefined, number)} not recovered`}
          to={to.lost}
        />
      </Tiles>
    </Section>
  )

  function churnChange(of: number | undefined, earlier: number | undefined) {
    return of === undefined ? undefined : pointsOf(of, earlier, { more: 'bad', number })
  }
}

/** Contraction and losses together, as a positive amount. */
const lossesOf = ({ recurring: { kinds } }: HomeFigures['now']) =>
  -(kinds.contraction.amount + kinds.lost.amount)

/** Undefined if the whole is zero. */
const shareOf = (part: number | bigint, whole: number | bigint): number | undefined =>
  Number(whole) <= 0 ? undefined : Math.round((Number(part) / Number(whole)) * 1000) / 1000

const signOf = (amount: bigint) => (amount > 0n ? 'more' : amount < 0n ? 'less' : undefined)

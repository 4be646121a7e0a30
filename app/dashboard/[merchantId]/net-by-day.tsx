import { toMajor } from '@/server/model/money/money'
import { Chart, GhostLegend } from '../_parts/chart'
import { useMerchant } from '../_parts/merchant'
import { useToday } from '../_parts/use-today'
import { dayAndMonth, daysInWords } from './days-in-words'
import styles from './home.module.css'
import type { HomeFigures } from './home-data'

/** Net volume by day, week or hour, with the period before. */
export function NetByDay({ report: { now, before, currency, isHourly } }: { report: HomeFigures }) {
  const { money, number } = useMerchant()
  const today = useToday()
  const net = ({ charged, refunded }: HomeFigures['now']) =>
    charged.map((amount, part) => amount - (refunded[part] ?? 0n))
  const [current, earlier] = [net(now), net(before)]
  const isEmpty = !hasPayments(now) && !hasPayments(before)
  const length = !isHourly && now.parts.length > 1 ? daysBetween(now.parts[0], now.parts[1]) : 1
  const unit = isHourly ? 'hour' : length === 1 ? 'day' : length === 7 ? 'week' : 'four weeks'
  const name = `Net volume by ${unit}`
  const labelOf = (parts: readonly string[], part: number) =>
    isHourly ? (parts[part] ?? '') : dayAndMonth(parts[part] ?? '')
  const inMoney = (amount: bigint | undefined) => money({ amount: amount ?? 0n, currency })
  return (
    <section aria-labelledby="net" className={`${styles.section} ${styles.net}`}>
      <div className={styles.above}>
        <h2 id="net">{name}</h2>
        {!isEmpty && <GhostLegend>{daysInWords(before, today)}</GhostLegend>}
      </div>
      {isEmpty ? (
        <p className={styles.none}>No payments in this period, or in the one before.</p>
      ) : (
        <Chart
          name={`${name} in ${currency}`}
          bars={current.map((amount, part) => {
            const amountBefore = earlier[part]
            return {
              label: labelOf(now.parts, part),
              value: toMajor({ amount, currency }),
              ...(amountBefore !== undefined && { before: toMajor({ amount: amountBefore, currency }) }),
            }
          })}
          today={!isHourly && length === 1 && now.parts.at(-1) === today ? now.parts.length - 1 : undefined}
          onAxis={(value) => number(value, { notation: 'compact' })}
          inWords={(part) => {
            const label = labelOf(now.parts, part)
            if (part >= now.begun) return `${label}: not yet`
            return `${label}: ${inMoney(current[part])}; before: ${inMoney(earlier[part])}`
          }}
        >
          {(part) =>
            part < now.begun ? (
              <dl>
                <dt>{labelOf(now.parts, part)}</dt>
                <dd>{inMoney(current[part])}</dd>
                {earlier[part] !== undefined && (
                  <>
                    <dt>{isHourly ? 'The day before' : labelOf(before.parts, part)}</dt>
                    <dd>{inMoney(earlier[part])}</dd>
                  </>
                )}
                <dt>Charged</dt>
                <dd>{inMoney(now.charged[part])}</dd>
                <dt>Refunded</dt>
                <dd>{inMoney(now.refunded[part])}</dd>
              </dl>
            ) : (
              <dl>
                <dt>{labelOf(now.parts, part)}</dt>
                <dd>Not yet</dd>
              </dl>
            )
          }
        </Chart>
      )}
    </section>
  )
}

/** Even if they cancel out: a charge that is refunded on the same day has a net volume of 0. */
export const hasPayments = ({ charged, refunded }: Pick<HomeFigures['now'], 'charged' | 'refunded'>) =>
  [...charged, ...refunded].some((amount) => amount !== 0n)

const daysBetween = (one = '', other = '') => Math.round((Date.parse(other) - Date.parse(one)) / 86_400_000)

'use client'

import { useReducedMotion } from '@mantine/hooks'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { toMajor } from '@/server/money/money'
import { type Outputs, useMerchant } from '../_parts/merchant'
import styles from './home.module.css'

type Day = Outputs['report']['period']['money'][number]['days'][number]

/** Net of each day. The bars are drawn from rounded numbers; what is said of them is exact. */
export function Chart({ days, currency }: { days: Day[]; currency: string }) {
  const still = useReducedMotion()
  const bars = days.map((day) => ({ ...day, net: toMajor(day.charged - day.refunded, currency) }))
  const short = new Intl.NumberFormat('en-GB', { notation: 'compact' })
  return (
    <div className={styles.chart}>
      <ResponsiveContainer width="100%" height={240}>
        <BarChart
          data={bars}
          margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          title={`Net by day in ${currency}. The arrow keys go from day to day.`}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={dayInWords}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            minTickGap={48}
            tick={{ fill: 'var(--text-faint)', fontSize: 13 }}
          />
          <YAxis
            tickFormatter={(value: number) => short.format(value)}
            tickLine={false}
            axisLine={false}
            tickCount={4}
            width={48}
            tick={{ fill: 'var(--text-faint)', fontSize: 13 }}
          />
          <Tooltip
            cursor={{ fill: 'var(--accent-wash)' }}
            isAnimationActive={false}
            content={({ active, payload }) =>
              active && payload?.[0] ? <Told day={payload[0].payload as Day} currency={currency} /> : null
            }
          />
          <Bar
            dataKey="net"
            fill="var(--accent)"
            radius={2}
            maxBarSize={32}
            isAnimationActive={!still}
            animationDuration={160}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function Told({ day, currency }: { day: Day; currency: string }) {
  const { money } = useMerchant()
  return (
    <dl className={styles.told}>
      <dt>{dayInWords(day.day)}</dt>
      <dd>
        <strong>{money(day.charged - day.refunded, currency)}</strong> net
      </dd>
      <dd>{money(day.charged, currency)} charged</dd>
      <dd>{money(day.refunded, currency)} refunded</dd>
    </dl>
  )
}

const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

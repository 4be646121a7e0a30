'use client'

import { useReducedMotion } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { BarChart, Bar as BarOf, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { toMajor } from '@/server/model/money/money'
import type { DueOnDay } from '@/server/report/subscriptions'
import { type Outputs, useMerchant } from '../_parts/merchant'
import { counted } from './_parts/counted'
import styles from './home.module.css'

type MoneyDay = Outputs['report']['period']['money'][number]['days'][number]

/** Net amount per day. */
export const NetChart = ({ days, currency }: { days: MoneyDay[]; currency: string }) => (
  <Bars
    name={`Net by day in ${currency}`}
    bars={days.map((of) => ({
      of,
      day: of.day,
      value: toMajor({ amount: of.charged - of.refunded, currency }),
    }))}
    tooltip={(day) => <Net day={day} currency={currency} />}
  />
)

/** Amount due on each of the coming days. */
export const DueChart = ({ days, currency }: { days: DueOnDay[]; currency: string }) => (
  <Bars
    name={`Due by day in ${currency}`}
    low
    bars={days.map((of) => ({ of, day: of.day, value: toMajor({ amount: of.amount, currency }) }))}
    tooltip={(day) => <Due day={day} currency={currency} />}
  />
)

interface Bar<Of> {
  of: Of
  day: string
  value: number
}

/** One bar per day. Bars are drawn from rounded numbers; the tooltips are exact. */
function Bars<Of>({
  name,
  bars,
  tooltip,
  low = false,
}: {
  name: string
  bars: Bar<Of>[]
  tooltip: (of: Of) => ReactNode
  low?: boolean
}) {
  const still = useReducedMotion()
  const { number } = useMerchant()
  const height = low ? 160 : 240
  return (
    <div className={styles.chart} style={{ height }}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={bars}
          margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          title={`${name}. Use the arrow keys to move between days.`}
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
            tickFormatter={(value: number) => number(value, { notation: 'compact' })}
            tickLine={false}
            axisLine={false}
            tickCount={low ? 3 : 4}
            width={48}
            tick={{ fill: 'var(--text-faint)', fontSize: 13 }}
          />
          <Tooltip
            cursor={{ fill: 'var(--accent-wash)' }}
            isAnimationActive={false}
            content={({ active, payload }) =>
              active && payload?.[0] ? tooltip((payload[0].payload as Bar<Of>).of) : null
            }
          />
          <BarOf
            dataKey="value"
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

function Net({ day, currency }: { day: MoneyDay; currency: string }) {
  const { money } = useMerchant()
  return (
    <dl className={styles.tooltip}>
      <dt>{dayInWords(day.day)}</dt>
      <dd>
        <strong>{money({ amount: day.charged - day.refunded, currency })}</strong> net
      </dd>
      <dd>{money({ amount: day.charged, currency })} charged</dd>
      <dd>{money({ amount: day.refunded, currency })} refunded</dd>
    </dl>
  )
}

function Due({ day, currency }: { day: DueOnDay; currency: string }) {
  const { money, number } = useMerchant()
  return (
    <dl className={styles.tooltip}>
      <dt>{dayInWords(day.day)}</dt>
      <dd>
        <strong>{money({ amount: day.amount, currency })}</strong> due
      </dd>
      <dd>{counted(day.count, 'payment', undefined, number)}</dd>
    </dl>
  )
}

const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

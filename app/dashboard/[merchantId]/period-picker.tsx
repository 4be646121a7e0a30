'use client'

import { Button, Menu, Popover } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { type Day, dayIn, monthInWords, monthOf } from '@/server/model/calendar'
import { type Days, namedPeriods } from '@/server/model/period'
import { useMerchant } from '../_parts/merchant'
import { useToday } from '../_parts/use-today'
import { daysInWords } from './days-in-words'
import styles from './home.module.css'

const DateRange = dynamic(() => import('../_parts/table/date-range').then(({ DateRange }) => DateRange), {
  ssr: false,
})

/** Chooses the period of the figures, and shows the period that it is compared with. */
export function PeriodPicker({
  period,
  spans,
  choose,
}: {
  period: string
  spans: { now: Days; before: Days & { until: Date } } | undefined
  choose: (period: string) => void
}) {
  const today = useToday()
  const { timeOfDay } = useMerchant()
  const [isCustom, setCustom] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // The menu's item, which had the focus before, is gone by then.
  const shut = () => {
    setCustom(false)
    opener.current?.focus()
  }
  const months = earlierMonths(today)
  const presets = namedPeriods(today)
  const named = presets.find(({ key }) => key === period)?.name
  const title =
    named ?? (months.includes(period) ? monthInWords(period) : spans && daysInWords(spans.now, today))
  return (
    <div className={styles.period}>
      {spans && (
        <p>
          {daysInWords(spans.now, today)}{' '}
          <span className={styles.compared}>
            compared with {daysInWords(spans.before, today)}
            {spans.now.last === today && ` until ${timeOfDay(spans.before.until)}`}
          </span>
        </p>
      )}
      <div>
        {/* The menu opens it, so its target only positions it and must not get the attributes of a button. */}
        <Popover opened={isCustom} onChange={shut} position="bottom-end" trapFocus withRoles={false}>
          <Popover.Target>
            <span />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label="Other days" tabIndex={-1}>
            {isCustom && (
              <DateRange
                period={spans ? { start: spans.now.first, end: spans.now.last } : {}}
                choose={({ start, end }) => {
                  shut()
                  if (start) choose(`${start}..${end ?? today}`)
                }}
              />
            )}
          </Popover.Dropdown>
        </Popover>
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Button ref={opener} variant="default" aria-label={`Period: ${title ?? ''}`}>
              {title ?? 'Period'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {presets.map(
              ({ key, name }) =>
                key && (
                  <Menu.Item key={key} onClick={() => choose(key)} aria-current={key === period || undefined}>
                    {name}
                  </Menu.Item>
                ),
            )}
            <Menu.Item onClick={() => setCustom(true)}>Other days…</Menu.Item>
            <Menu.Divider />
            <div className={styles.months}>
              {months.map((month) => (
                <Menu.Item
                  key={month}
                  onClick={() => choose(month)}
                  aria-current={month === period || undefined}
                >
                  {monthInWords(month)}
                </Menu.Item>
              ))}
            </div>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}

/** The months before the last one, up to two years back. */
const earlierMonths = (today: Day): string[] =>
  Array.from({ length: 23 }, (_, back) => dayIn(monthOf(today) - 2 - back, 1).slice(0, 7))

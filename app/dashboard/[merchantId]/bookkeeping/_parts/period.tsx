'use client'

import { Button, NativeSelect, Popover, Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import type { BookPeriod } from '@/server/journal/list-entries'
import { type Day, dayIn, monthInWords, monthOf } from '@/server/model/calendar'
import { periodInWords } from '../../../_parts/table/periods'
import { useToday } from '../../../_parts/use-today'
import styles from './bookkeeping.module.css'

const DateRange = dynamic(
  () => import('../../../_parts/table/date-range').then(({ DateRange }) => DateRange),
  {
    ssr: false,
    loading: () => <Skeleton width={320} height={320} />,
  },
)

const monthsShown = 13
const quartersShown = 5

/** The period of months from one on, which is counted as `monthOf` does. */
export const spanFrom = (month: number, months: number): BookPeriod => ({
  from: dayIn(month, 1),
  to: dayIn(month + months - 1, 31),
})

/** The address of a page of the books that shows a period. */
export const inPeriod = (path: string, { from, to }: BookPeriod): string =>
  `${path}?${new URLSearchParams({ from, to })}`

const nameOf = ({ from, to }: BookPeriod): string => `${from}/${to}`

/** The latest months and quarters. */
function presets(today: Day) {
  const month = monthOf(today)
  const quarter = month - (month % 3)
  const months = Array.from({ length: monthsShown }, (_, place) => spanFrom(month - place, 1))
  const quarters = Array.from({ length: quartersShown }, (_, place) => spanFrom(quarter - 3 * place, 3))
  return [
    {
      group: 'Months',
      items: months.map((period) => ({ value: nameOf(period), label: monthInWords(period.from) })),
    },
    {
      group: 'Quarters',
      items: quarters.map((period) => ({
        value: nameOf(period),
        label: `Quarter ${Math.floor((monthOf(period.from) % 12) / 3) + 1}, ${period.from.slice(0, 4)}`,
      })),
    },
  ]
}

/** Returns the period in the URL, or this month. The server checks what is in the URL. */
export function usePeriod(): BookPeriod {
  const search = useSearchParams()
  const today = useToday()
  const current = spanFrom(monthOf(today), 1)
  return { from: search.get('from') ?? current.from, to: search.get('to') ?? current.to }
}

/** Chooses a month, a quarter or any two days, and puts them in the URL. */
export function PeriodForm({ period }: { period: BookPeriod }) {
  const path = usePathname()
  const router = useRouter()
  const today = useToday()
  const [open, setOpen] = useState(false)
  const groups = presets(today)
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === nameOf(period)))
  const go = (chosen: BookPeriod) => router.push(inPeriod(path, chosen))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form
    <div role="group" aria-label="Period" className={styles.period}>
      <NativeSelect
        // It follows the URL.
        key={nameOf(period)}
        label="Period"
        data={[...(isKnown ? [] : [{ value: '', label: 'Custom' }]), ...groups]}
        defaultValue={isKnown ? nameOf(period) : ''}
        onChange={({ currentTarget: { value } }) => {
          const [from, to] = value.split('/')
          if (from && to) go({ from, to })
        }}
      />
      <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
        <Popover.Target>
          <Button variant="default" onClick={() => setOpen(!open)}>
            {periodInWords({ start: period.from, end: period.to }, today)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Days">
          <DateRange
            period={{ start: period.from, end: period.to }}
            choose={({ start, end = today }) => {
              setOpen(false)
              if (start) go({ from: start, to: end })
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

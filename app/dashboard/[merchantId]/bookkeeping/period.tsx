'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type Day, dayIn, monthOf } from '@/server/model/calendar'
import filters from '../../_parts/filters.module.css'
import { Form } from '../../_parts/form'
import { useToday } from '../_parts/day'
import { monthInWords } from './_parts/month-in-words'

export interface Period {
  from: Day
  to: Day
}

const monthsShown = 13
const quartersShown = 5

const spanFrom = (month: number, months: number): Period => ({
  from: dayIn(month, 1),
  to: dayIn(month + months - 1, 31),
})

const nameOf = ({ from, to }: Period): string => `${from}/${to}`

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
export function usePeriod(): Period {
  const search = useSearchParams()
  const today = useToday()
  const current = spanFrom(monthOf(today), 1)
  return { from: search.get('from') ?? current.from, to: search.get('to') ?? current.to }
}

/** Chooses a month, a quarter or any two days, and puts them in the URL. */
export function PeriodForm({ period }: { period: Period }) {
  const path = usePathname()
  const router = useRouter()
  const groups = presets(useToday())
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === nameOf(period)))
  const go = ({ from, to }: Period) => router.push(`${path}?${new URLSearchParams({ from, to })}`)
  return (
    <Form
      // The fields follow the URL.
      key={nameOf(period)}
      aria-label="Period"
      className={filters.inLine}
      submit={(text) => go({ from: text('from'), to: text('to') })}
    >
      <NativeSelect
        label="Period"
        data={[...(isKnown ? [] : [{ value: '', label: 'Custom' }]), ...groups]}
        defaultValue={isKnown ? nameOf(period) : ''}
        onChange={({ currentTarget: { value } }) => {
          const [from, to] = value.split('/')
          if (from && to) go({ from, to })
        }}
      />
      <TextInput
        label="From"
        name="from"
        type="date"
        defaultValue={period.from}
        required
        withAsterisk={false}
      />
      <TextInput label="To" name="to" type="date" defaultValue={period.to} required withAsterisk={false} />
      <Button type="submit" variant="default">
        Show
      </Button>
    </Form>
  )
}

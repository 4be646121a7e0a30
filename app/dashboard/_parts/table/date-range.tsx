'use client'

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Day, isDay } from '@/server/model/calendar'
import { namedPeriods } from '@/server/model/period'
import { Form } from '../form'
import { useMerchant } from '../merchant'
import parts from '../parts.module.css'
import { useToday } from '../use-today'
import { Calendar } from './calendar'
import styles from './date-range.module.css'
import { dayInDigits, dayPattern, nameOfPeriod, type Period, rangeProblems, readDay } from './periods'

/** Anyone can edit a URL: what is not a day cannot be shown in a calendar. */
const dayOf = (text: string | undefined) => (text !== undefined && isDay(text) ? text : undefined)

/** Chooses a range of days: a named period, two days in a calendar, or two typed days. */
export function DateRange({ period: given, choose }: { period: Period; choose: (period: Period) => void }) {
  const { locale } = useMerchant()
  const period = { start: dayOf(given.start), end: dayOf(given.end) }
  const today = useToday()
  const [start, setStart] = useState(period.start)
  const [end, setEnd] = useState(period.end)
  const [typed, setTyped] = useState(() => textsOf(period, locale))
  const [wrong, setWrong] = useState<string>()
  const named = nameOfPeriod(period, today)
  // The first press begins a range, and the second ends it, whichever is earlier.
  const press = (day: Day) => {
    const isSecond = start !== undefined && end === undefined
    const next = isSecond ? (day < start ? { start: day, end: start } : { start, end: day }) : { start: day }
    setStart(next.start)
    setEnd('end' in next ? next.end : undefined)
    setTyped(textsOf(next, locale))
    setWrong(undefined)
  }
  const type = (edge: 'start' | 'end', text: string) => {
    setTyped({ ...typed, [edge]: text })
    setWrong(undefined)
    const day = readDay(text, locale)
    if (edge === 'start') setStart(day)
    else setEnd(day)
  }
  const submit = () => {
    for (const edge of ['start', 'end'] as const) {
      if (typed[edge].trim() !== '' && readDay(typed[edge], locale) === undefined) return setWrong(edge)
    }
    if (start && end && start > end) return setWrong('order')
    choose({ start, end: end ?? (typed.end.trim() === '' && start ? undefined : end) })
  }
  const field = (edge: 'start' | 'end', label: string) => (
    <TextInput
      label={label}
      value={typed[edge]}
      placeholder={dayPattern(locale)}
      onChange={({ currentTarget: { value } }) => type(edge, value)}
      error={
        wrong === edge
          ? rangeProblems.unreadable(locale)
          : edge === 'end' && wrong === 'order' && rangeProblems.reversed
      }
    />
  )
  return (
    <div className={styles.picker}>
      <ul className={styles.named}>
        {namedPeriods(today).map(({ name, period: usual }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === named}
              data-autofocus={name === (named ?? 'Today') || undefined}
              onClick={() => choose(usual)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Form className={parts.dialog} submit={submit}>
        <div className={styles.fields}>
          {field('start', 'From')}
          {field('end', 'To')}
        </div>
        <Calendar start={start} end={end} today={today} press={press} />
        <Button type="submit">Apply</Button>
      </Form>
    </div>
  )
}

const textsOf = ({ start, end }: Period, locale: string) => ({
  start: start ? dayInDigits(start, locale) : '',
  end: end ? dayInDigits(end, locale) : '',
})

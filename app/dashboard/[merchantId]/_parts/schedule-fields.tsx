'use client'

import { NativeSelect } from '@mantine/core'
import { type Day, dayOfMonth, isDay, monthOf, weekdayOf } from '@/server/model/calendar'
import { capitalised } from '@/server/model/capitalised'
import { dayInWords, monthNames, weekdays } from '@/server/model/subscription/schedule-in-words'
import type { Draft } from './draft'
import styles from './form.module.css'

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'quarterly', label: 'Every quarter' },
  { value: 'yearly', label: 'Every year' },
]
const places = ['First month', 'Second month', 'Third month']

/** Fields for the frequency and day of a schedule. */
export function ScheduleFields({
  draft,
  change,
  error,
}: {
  draft: Draft
  change: (part: Partial<Draft>) => void
  error: string | undefined
}) {
  const { frequency, first, second } = draft
  // While a date is being typed, it is not one yet.
  const start = isDay(draft.start) ? draft.start : undefined
  return (
    <div className={styles.fields}>
      <NativeSelect
        label="Frequency"
        value={frequency}
        data={frequencies}
        onChange={(event) =>
          change({ frequency: event.currentTarget.value as Draft['frequency'], first: '', second: '' })
        }
        error={error}
      />
      {frequency === 'weekly' && (
        <NativeSelect
          label="Weekday"
          value={first}
          data={[
            asStart(start && weekdays[weekdayOf(start)]),
            ...mondayFirst.map((weekday) => ({ value: String(weekday), label: weekdays[weekday] ?? '' })),
          ]}
          onChange={(event) => change({ first: event.currentTarget.value })}
        />
      )}
      {frequency === 'monthly' && (
        <DayOfMonth start={start} value={first} choose={(value) => change({ first: value })} />
      )}
      {(frequency === 'quarterly' || frequency === 'yearly') && (
        <NativeSelect
          label={frequency === 'yearly' ? 'Month' : 'Month of the quarter'}
          value={first}
          data={[
            asStart(
              start &&
                (frequency === 'yearly'
                  ? monthNames[monthOf(start) % 12]
                  : places[monthOf(start) % 3]?.toLowerCase()),
            ),
            ...(frequency === 'yearly' ? monthNames : places).map((label, month) => ({
              value: String(month),
              label,
            })),
          ]}
          onChange={(event) => change({ first: event.currentTarget.value, second: '' })}
        />
      )}
      {(frequency === 'quarterly' || frequency === 'yearly') && first !== '' && (
        <DayOfMonth start={start} value={second} choose={(value) => change({ second: value })} />
      )}
    </div>
  )
}

const mondayFirst = [1, 2, 3, 4, 5, 6, 0]

const asStart = (word: string | undefined) => ({
  value: '',
  label: word ? `Same as start: ${word}` : 'Same as start',
})

const days = (from: number, step: number) =>
  Array.from({ length: 31 }, (_, place) => {
    const offset = from + place * step
    // Offsets count from 0, labels from 1.
    return {
      value: String(offset),
      label: capitalised(dayInWords({ day: offset < 0 ? offset : offset + 1 })),
    }
  })

function DayOfMonth({
  start,
  value,
  choose,
}: {
  start: Day | undefined
  value: string
  choose: (value: string) => void
}) {
  return (
    <NativeSelect
      label="Day of the month"
      value={value}
      data={[
        asStart(start && dayInWords({ day: dayOfMonth(start) })),
        { group: 'From the end', items: days(-1, -1) },
        { group: 'From the beginning', items: days(0, 1) },
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
      description={Number(value) > 27 ? 'In shorter months, the last day is used.' : undefined}
    />
  )
}

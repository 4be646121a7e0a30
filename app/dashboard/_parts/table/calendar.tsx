'use client'

import { type KeyboardEvent, useRef, useState } from 'react'
import {
  addDays,
  type Day,
  dayIn,
  dayOfMonth,
  monthInWords,
  monthOf,
  weekdayOf,
} from '@/server/model/calendar'
import { wholeDay } from '../day-words'
import { Icon } from '../icons'
import { useMerchant } from '../merchant'
import parts from '../parts.module.css'
import styles from './date-range.module.css'
import { type Period, weeksOf } from './periods'

/** How far the arrow keys move in a calendar, in days. */
const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month of days to press, with a range of them marked. It opens on the range's end: most ranges end recently. */
export function Calendar({
  start,
  end = start,
  today,
  press,
}: Period & { today: Day; press: (day: Day) => void }) {
  const { locale } = useMerchant()
  const [focused, setFocused] = useState<Day>(end ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const month = monthOf(focused)
  const weeks = weeksOf(month, locale)
  const move = (day: Day) => {
    setFocused(day)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus())
  }
  const turn = (by: number) => setFocused(dayIn(month + by, dayOfMonth(focused)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const turned = { PageUp: -1, PageDown: 1 }[event.key]
    if (step === undefined && turned === undefined) return
    event.preventDefault()
    move(step === undefined ? dayIn(month + (turned ?? 0), dayOfMonth(focused)) : addDays(focused, step))
  }
  return (
    <div>
      <div className={styles.month}>
        <button
          type="button"
          className={parts.iconButton}
          onClick={() => turn(-1)}
          aria-label="Previous month"
        >
          <Icon name="left" size={16} />
        </button>
        <strong aria-live="polite">{monthInWords(dayIn(month, 1))}</strong>
        <button type="button" className={parts.iconButton} onClick={() => turn(1)} aria-label="Next month">
          <Icon name="right" size={16} />
        </button>
      </div>
      <table ref={grid} className={styles.days}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdays[weekdayOf(day)]}>
                {weekdays[weekdayOf(day)]?.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-within={start !== undefined && end !== undefined && day >= start && day <= end}
                >
                  <button
                    type="button"
                    data-day={day}
                    data-other={monthOf(day) !== month || undefined}
                    aria-label={wholeDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === start || day === end}
                    tabIndex={day === focused ? 0 : -1}
                    onClick={() => {
                      setFocused(day)
                      press(day)
                    }}
                  >
                    {dayOfMonth(day)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

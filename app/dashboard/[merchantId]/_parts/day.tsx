'use client'

import type { Day } from '@/server/model/calendar'
import { wholeDay } from '../../_parts/day-words'
import { useToday } from '../../_parts/use-today'
import { shortDay } from './words'

/** A relative day with the full date on hover. */
export function NearDay({ day }: { day: Day }) {
  const today = useToday()
  return (
    <time dateTime={day} title={wholeDay(day)}>
      {shortDay(day, today)}
    </time>
  )
}

'use client'

import { type Day, dayOf } from '@/server/model/calendar'
import { useMerchant } from '../../_parts/merchant'
import { shortDay, wholeDay } from './words'

/** Returns today's date in the merchant's time zone. */
export function useToday(): Day {
  const { timeZone, ahead } = useMerchant()
  return dayOf(new Date(Date.now() + ahead), timeZone)
}

/** A relative day with the full date on hover. */
export function NearDay({ day, className }: { day: Day; className?: string | undefined }) {
  const today = useToday()
  return (
    <time dateTime={day} title={wholeDay(day)} className={className}>
      {shortDay(day, today)}
    </time>
  )
}

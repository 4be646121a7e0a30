'use client'

import { exactly, onPaper, when } from '@/app/_parts/when'
import { useMerchant } from '../../_parts/merchant'

/** Returns a function that says when the next attempt is. In real time, whatever a test merchant's clock shows. */
export function useRealTime(): (next: Date) => string {
  const { timeZone } = useMerchant()
  return (next) => {
    const minutes = Math.round((next.getTime() - Date.now()) / 60_000)
    if (next.getTime() <= Date.now()) return 'now'
    if (minutes < 1) return 'within a minute'
    return minutes < 60 ? `in ${minutes} min` : when(next, new Date(), timeZone)
  }
}

/** A moment in real time. */
export function RealMoment({ at }: { at: Date }) {
  const { timeZone } = useMerchant()
  return (
    <time dateTime={at.toISOString()} title={exactly(at, timeZone)} data-paper={onPaper(at, timeZone)}>
      {when(at, new Date(), timeZone)}
    </time>
  )
}

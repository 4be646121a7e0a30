'use client'

import { type Day, dayOf } from '@/server/model/calendar'
import { useMerchant } from './merchant'

/** Returns today's date in the merchant's time zone. */
export function useToday(): Day {
  const { timeZone, ahead } = useMerchant()
  return dayOf(new Date(Date.now() + ahead), timeZone)
}

import { setTimeout } from 'node:timers/promises'
import { startOfDay } from '@/server/core/clock'
import { addDays, type Day, dayOf } from '@/server/model/calendar'

const timeZone = 'Europe/Stockholm'

/** A day in the time zone of the demo merchant. */
export const day = (fromToday: number): Day => addDays(dayOf(new Date(), timeZone), fromToday)

export const longestTestMs = 60_000

/** Pages say "today" and "tomorrow", so a test that would reach midnight begins after it. */
export async function awaitMidnightIfClose(): Promise<void> {
  const msLeft = startOfDay(day(1), timeZone).getTime() - Date.now()
  if (msLeft < longestTestMs) await setTimeout(msLeft)
}

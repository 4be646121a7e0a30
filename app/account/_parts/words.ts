import { addDays, type Day, monthOf } from '@/server/clock/calendar'
import type { Item } from '@/server/order/schemas'
import type { SubscriptionRow } from '@/server/subscription/queries'

/** A day whole: "30 September 2026". */
export const wholeDay = (day: Day, locale: string): string => written(day, locale, { dateStyle: 'long' })

/** A day as people say it: "today", "tomorrow", "on Friday" within a week, else "on 30 September 2026". */
export function nearDay(day: Day, today: Day, locale: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  if (day > today && day < addDays(today, 7)) return `on ${written(day, locale, { weekday: 'long' })}`
  return `on ${wholeDay(day, locale)}`
}

const written = (day: Day, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** What a subscription is called: by what is in it, else by its number. */
export function titleOf({ items, number }: Pick<SubscriptionRow, 'items' | 'number'>): string {
  const lines: Item[] = typeof items === 'number' ? [] : [items].flat()
  const names = lines.flatMap(({ name }) => name ?? [])
  if (names.length > 0) return [...new Set(names)].join(', ')
  return number === null ? 'Subscription' : `Subscription ${number}`
}

/** Whether a card of this month and year (two digits) can be charged no more. */
export const hasExpired = ([month, year]: readonly [number, number], today: Day): boolean =>
  (2000 + year) * 12 + month - 1 < monthOf(today)

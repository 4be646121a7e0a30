import type { Day } from '@/server/model/calendar'
import { type Rule, ruleOf } from '@/server/model/subscription/dates'
import type { Schedule } from '@/server/model/subscription/schedule'
import type { Language } from '../../_texts/texts'
import type { Words } from './words'

type Speaker = Pick<Words, 'language' | 'say'>

/** Describes a schedule: "every quarter on the last day of the third month". */
export function scheduleIn({ language, say }: Speaker, schedule: Schedule, start: Day): string {
  const rule = ruleOf(schedule, start)
  if (rule.every === 'day') return say('schedule.day')
  if (rule.every === 'week') {
    // The 1st of January 2023 was a Sunday.
    const weekday = nameOf(language, { weekday: 'long' }, Date.UTC(2023, 0, 1 + rule.weekday))
    return say('schedule.week', { weekday })
  }
  const day = dayIn({ language, say }, rule)
  if (rule.months === 1) return say('schedule.month', { day })
  if (rule.months === 3) return say(quarters[rule.month] ?? 'schedule.quarter0', { day })
  const month = nameOf(language, { month: 'long' }, Date.UTC(2023, rule.month))
  if (rule.day > 0) return say('schedule.date', { nth: ordinals[language](rule.day), month })
  return say('schedule.year', { day, month })
}

const quarters = ['schedule.quarter0', 'schedule.quarter1', 'schedule.quarter2'] as const

function dayIn({ language, say }: Speaker, { day }: Extract<Rule, { every: 'period' }>): string {
  if (day === -1) return say('schedule.last')
  if (day === -2) return say('schedule.lastButOne')
  return day > 0
    ? say('schedule.nth', { nth: ordinals[language](day) })
    : say('schedule.nthLast', { nth: ordinals[language](-day) })
}

const nameOf = (language: Language, options: Intl.DateTimeFormatOptions, instant: number) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(instant)

const english = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }

const ordinals: Record<Language, (number: number) => string> = {
  en: (number) => `${number}${suffixes[english.select(number)]}`,
  sv: (number) => `${number}:${[1, 2].includes(number % 10) && ![11, 12].includes(number) ? 'a' : 'e'}`,
  de: (number) => `${number}.`,
}

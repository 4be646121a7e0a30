import type { Day } from '@/server/model/calendar'
import { dateFormat, numberFormat } from '@/server/model/formats'
import { type Language, localeIn } from '@/server/model/language'
import type { MailMoney } from '@/server/model/mail'
import { moneyIn } from '@/server/model/money/format-money'

/** Formats amounts, numbers and dates in a mail. */
export interface Format {
  money(money: MailMoney): string
  number(value: number): string
  /** "31 March 2031". */
  day(day: Day): string
  /** "Monday, 31 March 2031". */
  weekday(day: Day): string
  /** "Monday 31 March", for a day in the near future. */
  nearWeekday(day: Day): string
  /** The day of an instant. */
  date(instant: string): string
  /** "31 March 2031 at 14:03 CEST", or "31. März 2031, 14:03 Uhr (MESZ)" to follow "bis zum". */
  moment(instant: string): string
}

/**
 * Returns the formatters for a mail: those of its language in the merchant's region and time zone. Amounts have the
 * decimals of ISO 4217, from which Intl's differ for some currencies.
 */
export function formatFor(language: Language, merchantLocale: string, timeZone: string): Format {
  const locale = localeIn(language, merchantLocale)
  const dates = (options: Intl.DateTimeFormatOptions, zone: string) => {
    const formatter = dateFormat(locale, { ...options, timeZone: zone })
    return (date: string) => formatter.format(new Date(date))
  }
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const moments = dates({ ...day, ...time }, timeZone)
  const weekdays = dates({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC')
  const numbers = numberFormat(locale, { maximumFractionDigits: 6 })
  return {
    money: ({ amount, currency }) => moneyIn(locale, { amount: BigInt(amount), currency }),
    number: (value) => numbers.format(value),
    day: dates(day, 'UTC'),
    weekday: dates({ ...day, weekday: 'long' }, 'UTC'),
    // Intl writes "Monday, 31 March" in English.
    nearWeekday: (near) => weekdays(near).replace(/^(\w+), (?=\d)/, language === 'en' ? '$1 ' : '$1, '),
    date: dates(day, timeZone),
    // Intl writes "31. März 2031 um 14:03 MESZ" in German.
    moment: (instant) =>
      language === 'de' ? moments(instant).replace(/ um (.+) (\S+)$/, ', $1 Uhr ($2)') : moments(instant),
  }
}

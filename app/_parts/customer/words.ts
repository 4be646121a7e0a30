import type { Merchant } from '@/db/schema'
import { addDays, type Day, dayOf, monthOf } from '@/server/model/calendar'
import type { Scheme } from '@/server/model/card/schemas'
import { schemeName } from '@/server/model/card/scheme-name'
import { dateFormat, numberFormat } from '@/server/model/formats'
import { isolated } from '@/server/model/isolated'
import { type Language, localeIn } from '@/server/model/language'
import { moneyIn } from '@/server/model/money/format-money'
import type { Money } from '@/server/model/money/money'
import type { Item } from '@/server/model/order/schemas'
import type { MethodRow } from '@/server/store/accounts'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { isTextKey, type Say, sayIn } from '../../_texts/texts'

/** The texts and formats of a page: its language, and the merchant's region and time zone. */
export interface Words {
  language: Language
  /** A BCP 47 tag. */
  locale: string
  say: Say
  money(money: Money): string
  /** Amounts in several currencies: "10,00 kr and €5.00". */
  sums(sums: readonly Money[]): string
  number(value: number): string
  /** A full date: "30 September 2026". */
  day(day: Day): string
  /** The date of an instant. */
  date(instant: Date): string
  /** "30 September 2026 at 14:03". */
  moment(instant: Date): string
  /** A date relative to today: "today", "tomorrow", "on Friday" within a week, else "on 30 September 2026". */
  near(day: Day, today: Day): string
  /** "Visa •••• 1111". */
  card(card: { scheme?: Scheme | undefined; last4?: string | undefined }): string
  /** The title of a subscription: its items, or its number if it has none. */
  title(subscription: Pick<SubscriptionRow, 'items' | 'number'>): string
  /** Why a card was refused and what to do. Reasons that payers must not learn are shown as a plain decline. */
  decline(code: string | undefined): string
}

type MerchantFormats = Pick<Merchant, 'locale' | 'timeZone'>

/** For a page without a known merchant. */
const nowhere: MerchantFormats = { locale: 'en-SE', timeZone: 'UTC' }

export function wordsFor(language: Language, { locale: theirs, timeZone }: MerchantFormats = nowhere): Words {
  const locale = localeIn(language, theirs)
  const say = sayIn(language)
  const dates = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, options)
  const days = dates({ dateStyle: 'long', timeZone: 'UTC' })
  const weekdays = dates({ weekday: 'long', timeZone: 'UTC' })
  const moments = dates({ dateStyle: 'long', timeStyle: 'short', timeZone })
  const numbers = numberFormat(locale, { maximumFractionDigits: 6 })
  const day = (of: Day) => days.format(startOf(of))
  const money = (of: Money) => moneyIn(locale, of)
  return {
    ...{ language, locale, say, money, day },
    sums: (sums) => new Intl.ListFormat(language).format(sums.map(money)),
    number: (value) => numbers.format(value),
    date: (instant) => day(dayOf(instant, timeZone)),
    // Intl leaves out "Uhr" in German. On a narrow screen, it stays with its time.
    moment: (instant) => `${moments.format(instant)}${language === 'de' ? '\u00a0Uhr' : ''}`,
    near(of, today) {
      if (of === today) return say('day.today')
      if (of === addDays(today, 1)) return say('day.tomorrow')
      if (of === addDays(today, -1)) return say('day.yesterday')
      const isSoon = of > today && of < addDays(today, 7)
      return isSoon
        ? say('day.weekday', { day: weekdays.format(startOf(of)) })
        : say('day.date', { day: day(of) })
    },
    card: ({ scheme = 'unknown', last4 = '' }) =>
      // Non-breaking, so that it stays on one line.
      `${scheme === 'unknown' ? say('cards.card') : schemeName(scheme)}\u00a0••••\u00a0${last4}`,
    title({ items, number }) {
      const lines: Item[] = typeof items === 'number' ? [] : [items].flat()
      const names = lines.flatMap(({ name }) => name ?? [])
      if (names.length > 0) return namesIn(names, say)
      return number === null ? say('subscription.plain') : say('subscription.numbered', { number })
    },
    decline: (code = '') => say(declineKey(code)),
  }
}

/** A title for several items: the first few names and the number of others. */
export function namesIn(names: readonly string[], say: Say): string {
  const different = [...new Set(names)]
  const rest = different.length - maxNames
  const first = different.slice(0, maxNames).map(isolated).join(', ')
  return rest > 0 ? say('order.more', { names: first, count: String(rest) }) : first
}

/** How many items a title names. */
const maxNames = 3

const startOf = (day: Day) => new Date(`${day}T00:00:00Z`)

/** Texts that explain why a card was refused. */
export function declineKey(code: string) {
  const key = `decline.${code}`
  return isDecline(key) ? key : 'decline.plain'
}

const isDecline = (key: string): key is `decline.${'plain' | 'card expired'}` =>
  key.startsWith('decline.') && isTextKey(key)

/** The expiry month and year as printed on a card: "04/29". */
export const monthYear = (expires: readonly [number, number]): string =>
  expires.map((part) => String(part).padStart(2, '0')).join('/')

/** Whether a card with this expiry month and year (two digits) has expired. */
export const hasExpired = ([month, year]: MethodRow['expires'], today: Day): boolean =>
  (2000 + year) * 12 + month - 1 < monthOf(today)

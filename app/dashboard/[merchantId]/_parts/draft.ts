import type { Day } from '@/server/model/calendar'
import { exponentOf } from '@/server/model/money/currencies'
import { priceBeforeVat } from '@/server/model/money/money'
import { readNumber, writeNumber } from '@/server/model/money/read-number'
import type { Items } from '@/server/model/order/schemas'
import type { ScheduleTerms } from '@/server/model/subscription/schedule'
import type { SubscriptionChange, SubscriptionCreatable } from '@/server/subscription/schemas'
import { newAttempt } from '../../_parts/new-attempt'

/** A line of the form, as typed. */
export interface DraftLine {
  key: string
  name: string
  price: string
  vat: string
  quantity: string
  /** Kept unchanged: the form has no field for it. */
  unit?: string
}

/** A subscription form, as typed. Empty schedule fields follow the start date. */
export interface Draft {
  byLines: boolean
  amount: string
  lines: DraftLine[]
  /** Whether the prices of lines include VAT. */
  withVat: boolean
  currency: string
  frequency: ScheduleTerms['frequency']
  /** Weekly: the weekday. Monthly: the day. Quarterly and yearly: the month. */
  first: string
  /** Quarterly and yearly: the day of the month. */
  second: string
  start: Day
  end: string
  number: string
  callback: string
}

/** The merchant of a form. `defaultVat`: the VAT rate of new lines, in percent; undefined if the merchant has set none. */
interface Seller {
  currency: string
  locale: string
  defaultVat?: number | undefined
}

export const newLine = ({ defaultVat, locale }: Omit<Seller, 'currency'>): DraftLine => ({
  key: newAttempt(),
  name: '',
  price: '',
  vat: defaultVat === undefined ? '' : writeNumber(defaultVat, locale),
  quantity: '1',
})

/** The part of a form with items. */
export type ItemsDraft = Pick<Draft, 'byLines' | 'amount' | 'lines' | 'withVat' | 'currency'>

export const newItems = (seller: Seller): ItemsDraft => ({
  ...{ byLines: true, amount: '', lines: [newLine(seller)], withVat: false, currency: seller.currency },
})

export const newDraft = (seller: Seller, today: Day): Draft => ({
  ...newItems(seller),
  ...{ frequency: 'monthly', first: '', second: '', start: today, end: '', number: '', callback: '' },
})

/** Returns the form for changing a subscription, with numbers as they are written in the merchant's locale. */
export function draftOf(
  given: {
    items: Items
    currency: string
    schedule: ScheduleTerms
    start: Day
    end: Day | null
    number: string | null
    callback: string | null
  },
  seller: Omit<Seller, 'currency'>,
): Draft {
  const { locale } = seller
  const write = (value: number) => writeNumber(value, locale)
  const price = (value: number) => writeNumber(value, locale, exponentOf(given.currency))
  const { items, currency, schedule, start, end, number, callback } = given
  const [first, second] = schedule.offset === undefined ? [] : [schedule.offset].flat()
  const lines = typeof items === 'number' ? [] : [items].flat()
  return {
    byLines: typeof items !== 'number',
    amount: typeof items === 'number' ? price(items) : '',
    withVat: false,
    lines:
      lines.length === 0
        ? [newLine(seller)]
        : lines.map(({ name, price: of, vat, quantity, unit }) => ({
            key: newAttempt(),
            name: name ?? '',
            price: price(of),
            vat: vat === undefined ? '' : write(vat),
            quantity: quantity === undefined ? '1' : write(quantity),
            ...(unit !== undefined && { unit }),
          })),
    currency,
    frequency: schedule.frequency,
    first: first === undefined ? '' : String(first),
    second: second === undefined ? '' : String(second),
    start,
    end: end ?? '',
    number: number ?? '',
    callback: callback ?? '',
  }
}

/** Returns the form for a new subscription with the terms of another one. Dates and number are that one's own. */
export const draftLike = (
  given: Parameters<typeof draftOf>[0],
  seller: Omit<Seller, 'currency'>,
  today: Day,
): Draft => ({ ...draftOf(given, seller), start: today, end: '', number: '' })

/** Returns a typed number, read in a locale; NaN if it is not a number. */
export function numberOf(typed: string, locale: string): number {
  const reading = readNumber(typed, locale)
  return 'value' in reading ? reading.value : Number.NaN
}

/** Converts the items to the API's: their prices exclude VAT. */
export function itemsOf({ byLines, amount, lines, withVat }: ItemsDraft, locale: string): Items {
  if (!byLines) return numberOf(amount, locale)
  return lines.map(({ name, unit, ...typed }) => {
    const price = numberOf(typed.price, locale)
    const vat = numberOf(typed.vat, locale)
    return {
      ...(name.trim() && { name: name.trim() }),
      price: withVat && typed.vat.trim() ? priceBeforeVat(price, vat) : price,
      ...(typed.vat.trim() && { vat }),
      ...(typed.quantity.trim() && { quantity: numberOf(typed.quantity, locale) }),
      ...(unit !== undefined && { unit }),
    }
  })
}

export function scheduleOf({ frequency, first, second }: Draft): ScheduleTerms {
  if (frequency === 'daily' || first === '') return { frequency }
  const hasDay = frequency === 'quarterly' || frequency === 'yearly'
  if (hasDay && second !== '') return { frequency, offset: [Number(first), Number(second)] }
  return { frequency, offset: Number(first) }
}

/** Converts the form to the API's object. */
export function creatableOf(draft: Draft, locale: string): SubscriptionCreatable {
  const { currency, start, end, number, callback } = draft
  return {
    items: itemsOf(draft, locale),
    currency,
    schedule: scheduleOf(draft),
    start,
    ...(end && { end }),
    ...(number.trim() && { number: number.trim() }),
    ...(callback.trim() && { callback: callback.trim() }),
  }
}

/** Returns only the properties that the form changed, so that concurrent changes to others survive. Null clears one. */
export function changeOf(before: Draft, draft: Draft, locale: string): SubscriptionChange {
  const [was, is] = [creatableOf(before, locale), creatableOf(draft, locale)]
  const names = ['items', 'currency', 'schedule', 'start', 'end', 'number', 'callback'] as const
  return Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(was[name]) === JSON.stringify(is[name]) ? [] : [[name, is[name] ?? null]],
    ),
  )
}

import type { Day } from '@/server/model/calendar'
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

export const newLine = (): DraftLine => ({
  key: newAttempt(),
  name: '',
  price: '',
  vat: '25',
  quantity: '1',
})

export const newDraft = (currency: string, today: Day): Draft => ({
  ...{ byLines: true, amount: '', lines: [newLine()], currency },
  ...{ frequency: 'monthly', first: '', second: '', start: today, end: '', number: '', callback: '' },
})

/** Returns the form for changing a subscription. */
export function draftOf(given: {
  items: Items
  currency: string
  schedule: ScheduleTerms
  start: Day
  end: Day | null
  number: string | null
  callback: string | null
}): Draft {
  const { items, currency, schedule, start, end, number, callback } = given
  const [first, second] = schedule.offset === undefined ? [] : [schedule.offset].flat()
  const lines = typeof items === 'number' ? [] : [items].flat()
  return {
    byLines: typeof items !== 'number',
    amount: typeof items === 'number' ? String(items) : '',
    lines:
      lines.length === 0
        ? [newLine()]
        : lines.map(({ name, price, vat, quantity, unit }) => ({
            key: newAttempt(),
            name: name ?? '',
            price: String(price),
            vat: vat === undefined ? '' : String(vat),
            quantity: quantity === undefined ? '1' : String(quantity),
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

/** Parses a typed number with a decimal point or comma; NaN for anything else. */
export function numberOf(typed: string): number {
  const text = typed.replace(/\s/g, '').replace(',', '.')
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(text) ? Number(text) : Number.NaN
}

export function itemsOf({ byLines, amount, lines }: Pick<Draft, 'byLines' | 'amount' | 'lines'>): Items {
  if (!byLines) return numberOf(amount)
  return lines.map(({ name, price, vat, quantity, unit }) => ({
    ...(name.trim() && { name: name.trim() }),
    price: numberOf(price),
    ...(vat.trim() && { vat: numberOf(vat) }),
    ...(quantity.trim() && { quantity: numberOf(quantity) }),
    ...(unit !== undefined && { unit }),
  }))
}

export function scheduleOf({ frequency, first, second }: Draft): ScheduleTerms {
  if (frequency === 'daily' || first === '') return { frequency }
  const hasDay = frequency === 'quarterly' || frequency === 'yearly'
  if (hasDay && second !== '') return { frequency, offset: [Number(first), Number(second)] }
  return { frequency, offset: Number(first) }
}

/** Converts the form to the API's object. */
export function creatableOf(draft: Draft): SubscriptionCreatable {
  const { currency, start, end, number, callback } = draft
  return {
    items: itemsOf(draft),
    currency: currency.trim().toUpperCase(),
    schedule: scheduleOf(draft),
    start,
    ...(end && { end }),
    ...(number.trim() && { number: number.trim() }),
    ...(callback.trim() && { callback: callback.trim() }),
  }
}

/** Returns only the properties changed in the form, so that concurrent changes to others survive. Null clears. */
export function changeOf(before: Draft, draft: Draft): SubscriptionChange {
  const [was, is] = [creatableOf(before), creatableOf(draft)]
  const names = ['items', 'currency', 'schedule', 'start', 'end', 'number', 'callback'] as const
  return Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(was[name]) === JSON.stringify(is[name]) ? [] : [[name, is[name] ?? null]],
    ),
  )
}

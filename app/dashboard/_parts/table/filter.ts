import type { Day } from '@/server/model/calendar'
import { readNumber, writeNumber } from '@/server/model/money/read-number'
import { periodInWords } from './periods'

/** A filter of a list. Its values are in the URL under its name, or under its two names. */
export type Filter<Name extends string = string> =
  | { kind: 'choice'; name: Name; label: string; options: readonly { value: string; label: string }[] }
  | {
      kind: 'text'
      name: Name
      label: string
      hint?: string
      placeholder?: string
      digits?: boolean
    }
  /** A choice that is too long for a menu. */
  | { kind: 'currency'; name: Name; label: string }
  /** Numbers. `currency`: the filter that has their currency, and which one it is without that. */
  | {
      kind: 'range'
      from: Name
      to: Name
      label: string
      hint?: string
      currency?: { name: Name; otherwise: string }
    }
  | { kind: 'period'; from: Name; to: Name; label: string }
  /** On or off. Its chip shows only the label: "Has a failed operation". */
  | { kind: 'flag'; name: Name; value: string; label: string }

/** The names of a filter's values in the URL. */
export const namesOf = <Name extends string>(filter: Filter<Name>): Name[] =>
  'name' in filter ? [filter.name] : [filter.from, filter.to]

type Given = Partial<Record<string, string>>

export const isSet = (filter: Filter, given: Given): boolean => namesOf(filter).some((name) => given[name])

/**
 * Returns what a person typed into a field of a filter as the URL has it: numbers with a decimal point, whatever the
 * locale. What is not a number stays as it is, and the server refuses it.
 */
export function inUrl(filter: Filter, typed: string, locale: string): string {
  if (filter.kind !== 'range') return typed
  const reading = readNumber(typed, locale)
  return 'value' in reading ? String(reading.value) : typed
}

/** Returns a number in a URL as people type it. */
export const asTyped = (given: string | undefined, locale: string): string | undefined =>
  given && Number.isFinite(Number(given)) ? writeNumber(Number(given), locale) : given

/** What a filter is set to: "charged", "from 100 SEK", "Last 30 days"; empty for a flag. */
export function valueInWords(
  filter: Filter,
  given: Given,
  { today, locale }: { today: Day; locale: string },
): string {
  switch (filter.kind) {
    case 'choice':
      return (
        filter.options.find(({ value }) => value === given[filter.name])?.label ?? given[filter.name] ?? ''
      )
    case 'text':
    case 'currency':
      return given[filter.name] ?? ''
    case 'flag':
      return ''
    case 'range': {
      const [from, to] = [asTyped(given[filter.from], locale), asTyped(given[filter.to], locale)]
      const { currency } = filter
      const unit = currency ? ` ${given[currency.name] || currency.otherwise}` : ''
      if (from && to) return (from === to ? from : `${from}–${to}`) + unit
      return (from ? `from ${from}` : `up to ${to}`) + unit
    }
    case 'period':
      return periodInWords({ start: given[filter.from], end: given[filter.to] }, today)
  }
}

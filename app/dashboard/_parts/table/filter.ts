import type { Day } from '@/server/model/calendar'
import { periodInWords } from './periods'

/** A filter of a list. Its values are in the URL under its name, or under its two names. */
export type Filter<Name extends string = string> =
  | { kind: 'choice'; name: Name; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'text'; name: Name; label: string; hint?: string; placeholder?: string; digits?: boolean }
  | { kind: 'range'; from: Name; to: Name; label: string; hint?: string }
  | { kind: 'period'; from: Name; to: Name; label: string }
  /** On or off. Its chip shows only the label: "With failure". */
  | { kind: 'flag'; name: Name; value: string; label: string }

/** The names of a filter's values in the URL. */
export const namesOf = <Name extends string>(filter: Filter<Name>): Name[] =>
  'name' in filter ? [filter.name] : [filter.from, filter.to]

type Given = Partial<Record<string, string>>

export const isSet = (filter: Filter, given: Given): boolean => namesOf(filter).some((name) => given[name])

/** What a filter is set to: "charged", "from 100", "Last 30 days"; empty for a flag. */
export function valueInWords(filter: Filter, given: Given, today: Day): string {
  switch (filter.kind) {
    case 'choice':
      return (
        filter.options.find(({ value }) => value === given[filter.name])?.label ?? given[filter.name] ?? ''
      )
    case 'text':
      return given[filter.name] ?? ''
    case 'flag':
      return ''
    case 'range': {
      const [from, to] = [given[filter.from], given[filter.to]]
      if (from && to) return from === to ? from : `${from}–${to}`
      return from ? `from ${from}` : `up to ${to}`
    }
    case 'period':
      return periodInWords({ start: given[filter.from], end: given[filter.to] }, today)
  }
}

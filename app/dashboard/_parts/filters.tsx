'use client'

import { Button } from '@mantine/core'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './filters.module.css'

/** The filters of a list, stored in the URL. Empty filters are left out. */
export function useFilters<Input>(names: readonly FilterName<Input>[]) {
  const path = usePathname()
  const search = useSearchParams()
  const router = useRouter()
  const given = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  ) as Partial<Record<FilterName<Input>, string>>
  const after = search.get('after') ?? undefined
  const addressOf = (filters: Partial<Record<string, string>>) => {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
    return query.size > 0 ? `${path}?${query}` : path
  }
  return {
    given,
    /** The query for these filters. Anyone can edit the URL: the server rejects an unknown value, and the list shows the error. */
    input: { ...given, ...(after && { after }) } as NonNullable<Input>,
    /** The attributes of the field of a filter. */
    field: (name: FilterName<Input>) => ({ name, defaultValue: given[name] ?? '' }),
    /** Whether any filter is set. Sorting is not a filter. */
    filtered: Object.keys(given).some((name) => name !== 'sort'),
    after,
    addressOf,
    /** Applies the form's filters and goes to the first page. */
    apply: (form: HTMLFormElement) => {
      const data = new FormData(form)
      const filters = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '').trim()]))
      const address = addressOf(filters)
      if (address !== addressOf(given) || search.has('after')) router.push(address, { scroll: false })
    },
    clear: () => router.push(path, { scroll: false }),
  }
}

type FilterName<Input> = Exclude<keyof NonNullable<Input>, 'after'> & string

type Filters = Omit<ReturnType<typeof useFilters<object>>, 'given' | 'input' | 'field'> & {
  given: GivenFilters
}

export interface FilterFormProps {
  filters: Filters
  /** Whether nothing was found. The list then shows the button that clears the filters. */
  isEmpty?: boolean
  /** The text of the submit button, for forms with text fields. */
  press?: string
  more?: ReactNode
  /** Places the fields side by side at their own width instead of in columns. */
  inLine?: boolean
  children: ReactNode
}

/**
 * The filter form of a list. Its fields follow the URL, also after going back. A chosen option applies immediately,
 * typed text on submit.
 */
export function FilterForm({
  filters: { given, filtered, apply, clear },
  isEmpty = false,
  press,
  more,
  inLine = false,
  children,
}: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isNew = useRef(true)
  const said = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address changes the fields
  useEffect(() => {
    if (!form.current) return
    if (!isNew.current) return fill(form.current, given)
    isNew.current = false
    // Options chosen before the script loaded triggered no event, so apply them now. Typed text stays.
    if (choicesOf(form.current).some((choice) => isOther(choice, given))) apply(form.current)
  }, [said])
  return (
    <form
      ref={form}
      aria-label="Filters"
      className={inLine ? styles.inLine : styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => {
        if (isChoice(event.target)) apply(event.currentTarget)
      }}
    >
      {children}
      <div className={styles.press}>
        {press && (
          <Button type="submit" variant="default">
            {press}
          </Button>
        )}
        {more}
        {filtered && !isEmpty && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  )
}

type Choice = HTMLSelectElement | HTMLInputElement
type GivenFilters = Partial<Record<string, string>>

const isChoice = (field: unknown): field is Choice =>
  field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'checkbox')

const choicesOf = (form: HTMLFormElement): Choice[] => [...form.elements].filter(isChoice)

const isOther = (field: Choice, given: GivenFilters): boolean =>
  isTick(field) ? field.checked !== isTicked(field, given) : field.value !== valueFor(field, given)

function fill(form: HTMLFormElement, given: GivenFilters): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !field.name) continue
    if (isTick(field)) field.checked = isTicked(field, given)
    else field.value = valueFor(field, given)
  }
}

const isTick = (field: Choice): field is HTMLInputElement => field.type === 'checkbox'

const isTicked = (field: HTMLInputElement, given: GivenFilters) => given[field.name] === field.value

/** Anyone can edit the URL, so its value may not be one of the options. */
function valueFor(field: Choice, given: GivenFilters): string {
  const value = given[field.name] ?? ''
  if (field instanceof HTMLInputElement) return value
  return [...field.options].some((option) => option.value === value) ? value : ''
}

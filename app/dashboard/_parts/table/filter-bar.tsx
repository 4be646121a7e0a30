'use client'

import { Button, Menu, Popover, Skeleton, TextInput } from '@mantine/core'
import dynamic from 'next/dynamic'
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icons'
import { useMerchant } from '../merchant'
import { useToday } from '../use-today'
import styles from './bar.module.css'
import { type Filter, isSet, namesOf, valueInWords } from './filter'
import { type ListAddress, useDelayed } from './list-address'

const FilterEditor = dynamic(() => import('./filter-editor').then(({ FilterEditor }) => FilterEditor), {
  ssr: false,
  loading: () => <Skeleton width={200} height={120} />,
})
const FilterSheet = dynamic(() => import('./filter-sheet').then(({ FilterSheet }) => FilterSheet), {
  ssr: false,
})

interface FilterBarProps {
  address: ListAddress
  filters: readonly Filter[]
  /** The search field's label and placeholder. Its text is `search` in the URL. */
  search?: { label: string; placeholder: string } | undefined
  /** At the end of the bar. */
  children?: ReactNode
}

/** The search field of a list and its filters: a chip for each one that is set, and a menu of the others. */
export function FilterBar({ address, filters, search, children }: FilterBarProps) {
  const { given, filtered, clear } = address
  const [open, setOpen] = useState<string>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const shown = filters.filter((filter) => isSet(filter, given) || filter.label === open)
  const others = filters.filter((filter) => !shown.includes(filter))
  const count = filters.filter((filter) => isSet(filter, given)).length
  const adder = useRef<HTMLButtonElement>(null)
  const applied = useRef<string>(undefined)
  const add = (filter: Filter) => {
    if (filter.kind !== 'flag') return setOpen(filter.label)
    address.set({ [filter.name]: filter.value })
    adder.current?.focus()
  }
  return (
    <search className={styles.bar} aria-label="Filters">
      {search && <SearchField address={address} {...search} />}
      <div className={styles.chips}>
        {shown.map((filter) => (
          <Chip
            key={filter.label}
            filter={filter}
            address={address}
            isOpen={filter.label === open}
            // Closes together with the change of the URL, so that the chip never disappears in between.
            setOpen={(isOpen) => (isOpen ? setOpen(filter.label) : startTransition(() => setOpen(undefined)))}
            adder={adder}
            applied={applied}
          />
        ))}
        {others.length > 0 && (
          // The popover of the chosen filter takes the focus.
          <Menu position="bottom-start" transitionProps={{ duration: 100 }} returnFocus={false}>
            <Menu.Target>
              <button ref={adder} type="button" className={styles.add} data-list-filter>
                + Filter
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((filter) => (
                <Menu.Item key={filter.label} onClick={() => add(filter)}>
                  {filter.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {filtered && (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear filters
          </button>
        )}
      </div>
      {filters.length > 0 && (
        <Button variant="default" className={styles.sheetOpener} onClick={() => setSheetOpen(true)}>
          Filters{count > 0 ? ` (${count})` : ''}
        </Button>
      )}
      {isSheetOpen && <FilterSheet address={address} filters={filters} close={() => setSheetOpen(false)} />}
      {children && <div className={styles.end}>{children}</div>}
    </search>
  )
}

const searchInUrl = () => new URLSearchParams(window.location.search).get('search') ?? ''

/** How long after the last keystroke a search starts, in milliseconds. Enter starts it immediately. */
const typingPause = 350

function SearchField({
  address,
  label,
  placeholder,
}: { address: ListAddress } & NonNullable<FilterBarProps['search']>) {
  const given = address.given.search ?? ''
  const [text, setText] = useState(given)
  const field = useRef<HTMLInputElement>(null)
  // The search that this field has put into the URL, or has followed.
  const known = useRef(given)
  const { later, now, flush, cancel } = useDelayed((typed) => {
    const search = typed.trim()
    const shown = searchInUrl()
    known.current = search
    if (search === shown) return
    const how = shown === '' ? 'push' : 'replace'
    address.set({ search }, how)
  }, typingPause)
  // What was typed before the script was there stays, and is searched for.
  useLayoutEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed === known.current) return
    setText(typed)
    later(typed)
  }, [later])
  // Every other change of the URL changes the field too, even while it has the focus.
  useEffect(() => {
    const follow = (search: string) => {
      if (known.current === search) return
      known.current = search
      cancel()
      setText(search)
    }
    follow(given)
    // Someone who goes back at once leaves `given` as it was: the page has not been rendered with the search.
    const goBack = () => follow(searchInUrl())
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [given, cancel])
  const others = [...new URLSearchParams(address.query)].filter(([name]) => name !== 'search')
  return (
    // A form, so that Enter searches even before the script has loaded.
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        now(text)
      }}
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextInput
        ref={field}
        type="search"
        name="search"
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Icon name="search" size={18} />}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        data-list-search
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          later(value)
        }}
        onBlur={flush}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Browsers would clear the field.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
    </form>
  )
}

/** A filter that is set: press it to change it, or its cross to remove it. */
function Chip({
  filter,
  address,
  isOpen,
  setOpen,
  adder,
  applied,
}: {
  filter: Filter
  address: ListAddress
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The button that adds filters: it gets the focus of a chip that goes away. */
  adder: RefObject<HTMLButtonElement | null>
  /** The label of the filter that was just applied. Its chip gets the focus once it exists. */
  applied: RefObject<string | undefined>
}) {
  const button = useRef<HTMLButtonElement>(null)
  const today = useToday()
  const { locale } = useMerchant()
  const { given, set } = address
  const value = isSet(filter, given) ? valueInWords(filter, given, { today, locale }) : ''
  useEffect(() => {
    if (value === '' || isOpen || applied.current !== filter.label) return
    applied.current = undefined
    button.current?.focus()
  })
  const shut = () => {
    setOpen(false)
    // A popover that was open from the start does not know the previous focus.
    const next = value === '' ? adder : button
    next.current?.focus()
  }
  const remove = () => set(Object.fromEntries(namesOf(filter).map((name) => [name, undefined])))
  return (
    <span className={styles.chip} data-kind={filter.kind}>
      {filter.kind === 'flag' ? (
        <span className={styles.flag}>{filter.label}</span>
      ) : (
        <Popover
          opened={isOpen}
          onChange={(opened) => (opened ? setOpen(true) : shut())}
          trapFocus
          position="bottom-start"
          shadow="md"
          transitionProps={{ duration: 100 }}
        >
          <Popover.Target>
            <button
              ref={button}
              type="button"
              className={styles.value}
              onClick={() => (isOpen ? shut() : setOpen(true))}
            >
              {filter.label}
              {value && (
                <>
                  : <bdi>{value}</bdi>
                </>
              )}
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={filter.label}>
            <FilterEditor
              filter={filter}
              address={address}
              close={() => {
                applied.current = filter.label
                setOpen(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      {isSet(filter, given) && (
        <button
          type="button"
          className={styles.remove}
          onClick={remove}
          aria-label={`Remove filter: ${filter.label}`}
        >
          <Icon name="cross" size={14} />
        </button>
      )}
    </span>
  )
}

'use client'

import { Modal } from '@mantine/core'
import { useDebouncedValue, useHotkeys, useOs } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import type { SearchResult } from '@/server/search/find-anything'
import { inWords, useTRPC } from './calls'
import { Icon } from './icons'
import { useMerchant } from './merchant'
import styles from './search.module.css'

const Opener = createContext<() => void>(() => undefined)

/** Provides the search dialog and its keyboard shortcut. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  useHotkeys([['mod+K', () => setOpen(true)]], [], true)
  return (
    <Opener value={() => setOpen(true)}>
      {children}
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        withCloseButton={false}
        centered={false}
        padding={0}
        size={560}
        yOffset="12vh"
        title="Search"
        classNames={{ header: 'visually-hidden' }}
        transitionProps={{ duration: 120 }}
      >
        <Search close={() => setOpen(false)} />
      </Modal>
    </Opener>
  )
}

export function SearchButton() {
  const open = use(Opener)
  const os = useOs()
  return (
    <button type="button" className={styles.opener} onClick={open} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" /> Search
      <span className={styles.keys} aria-hidden="true">
        {os === 'macos' || os === 'ios' ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}

const kinds = { account: 'Account', order: 'Order', subscription: 'Subscription' } as const

function Search({ close }: { close: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const { base } = useMerchant()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [wanted] = useDebouncedValue(text.trim(), 150)
  const { data, error, isFetching } = useQuery(
    trpc.search.find.queryOptions(
      { text: wanted },
      { enabled: wanted !== '', placeholderData: keepPreviousData },
    ),
  )
  const found = wanted === '' ? [] : (data ?? [])
  const go = (thing: SearchResult | undefined) => {
    if (!thing) return
    close()
    router.push(base + pathOf(thing))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    }
    // The results for the last keystrokes may not have arrived yet.
    if (event.key === 'Enter' && wanted === text.trim() && !isFetching) go(found[chosen])
  }
  return (
    <div>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search accounts, orders and subscriptions"
          aria-expanded={found.length > 0}
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant={found[chosen] && `found-${chosen}`}
          placeholder="Name, e-mail address, number or ID"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id="found" aria-label="Results" className={styles.found}>
        {found.map((thing, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={`${thing.kind} ${thing.id}`}
            role="option"
            id={`found-${place}`}
            aria-selected={place === chosen}
            className={styles.option}
            onClick={() => go(thing)}
            onMouseMove={() => setChosen(place)}
          >
            <Option thing={thing} />
          </div>
        ))}
      </div>
      <p role="status" className={styles.note}>
        {error
          ? inWords(error)
          : wanted === ''
            ? 'Search customers by part of their name or e-mail address, orders and subscriptions by complete number or ID.'
            : found.length === 0 && !isFetching
              ? `No results for “${wanted}”.`
              : ''}
      </p>
    </div>
  )
}

function Option({ thing }: { thing: SearchResult }) {
  const { money, when } = useMerchant()
  return (
    <>
      <span className={styles.kind}>{kinds[thing.kind]}</span>
      <strong>{thing.name}</strong>
      <span className={styles.more}>
        {thing.kind === 'account' && thing.more}
        {thing.kind === 'order' && `${money(thing)}, ${when(thing.created)}`}
        {thing.kind === 'subscription' && money(thing)}
      </span>
    </>
  )
}

function pathOf(thing: SearchResult): string {
  if (thing.kind === 'account') return `/accounts/${thing.id}`
  if (thing.kind === 'order') return `/orders/${thing.id}`
  return `/subscriptions/${thing.accountId}/${thing.id}`
}

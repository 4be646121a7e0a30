'use client'

import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { accentHint } from '../accent-hint'
import { inWords, useTRPC } from '../calls'
import { Icon } from '../icons'
import { leave } from '../leave'
import { type Me, useMerchant } from '../merchant'
import { OfflineError } from '../offline'
import { findCommands, personalCommands, suggestedCommands } from './commands'
import {
  attemptsFor,
  groupsOf,
  groupsOfResults,
  groupsOfVerb,
  itemOf,
  type SearchGroup,
  type SearchItem,
} from './items'
import { Option } from './option'
import { recentItems } from './recent'
import styles from './search.module.css'
import { type Verb, verbIn } from './verbs'

/** How long to wait for the next keystroke. */
const typingPauseMs = 120

/** Finds orders, accounts and subscriptions, pages and actions. */
export function Palette({ me, close }: { me: Me; close: () => void }) {
  const router = useRouter()
  const { base } = useMerchant()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [failure, setFailure] = useState<unknown>()
  const { groups, note, isComplete } = useResults(text, me)
  const items = groups.flatMap((group) => group.items)
  const field = useRef<HTMLInputElement>(null)
  // The dialog may have opened before this was loaded.
  useEffect(() => field.current?.focus(), [])
  const go = (item: SearchItem | undefined, inNewTab: boolean) => {
    if (!item) return
    if ('act' in item.shown && item.shown.act) return void act(item.shown.act)
    const to = base + item.path
    if (!navigator.onLine) return setFailure(new OfflineError())
    if (inNewTab) return void window.open(to, '_blank')
    close()
    router.push(to)
  }
  const act = async (command: () => unknown) => {
    try {
      await command()
      close()
    } catch (error) {
      setFailure(error)
    }
  }
  const choose = (place: number) => {
    setChosen(place)
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      choose((chosen + step + items.length) % items.length)
    }
    // The results for the last keystrokes may not have arrived yet.
    if (event.key === 'Enter' && (isComplete || items[chosen]?.isInstant))
      go(items[chosen], event.metaKey || event.ctrlKey)
  }
  let place = 0
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search"
          aria-expanded={items.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={items[chosen] && `${id}-${chosen}`}
          placeholder="Search or type a command"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
            setFailure(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={close}>
          <kbd>esc</kbd>
          <span className="visually-hidden">Close search</span>
        </button>
      </div>
      <div role="listbox" id={id} aria-label="Results" className={styles.found}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options
          <div key={group.name} role="group" aria-label={group.name}>
            <p className={styles.group} aria-hidden="true">
              {group.name}
            </p>
            {group.items.map((item) => {
              const at = place++
              return (
                <Fragment key={item.key}>
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <div
                    role="option"
                    id={`${id}-${at}`}
                    aria-selected={at === chosen}
                    className={styles.option}
                    onClick={(event) => go(item, event.metaKey || event.ctrlKey)}
                    onMouseMove={() => setChosen(at)}
                  >
                    <Option item={item} />
                  </div>
                </Fragment>
              )
            })}
          </div>
        ))}
      </div>
      <div role="status" className={styles.note}>
        {failure === undefined ? note : inWords(failure)}
      </div>
      <p className={styles.hints} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> to move <kbd>↵</kbd> to open <kbd>⌃↵</kbd> to open in a new tab
      </p>
    </div>
  )
}

interface Found {
  groups: SearchGroup[]
  /** Shown below the results. */
  note: React.ReactNode
  /** Whether these are all results for the text. */
  isComplete: boolean
}

function switchTo(merchantId: string): void {
  if (!navigator.onLine) throw new OfflineError()
  window.location.assign(`/dashboard/${merchantId}`)
}

/** Returns the results for a text, or suggestions while it is empty. */
function useResults(text: string, { email, merchants }: Me): Found {
  const trpc = useTRPC()
  const { id, may, type } = useMerchant()
  const typed = text.trim()
  const [settled] = useDebouncedValue(typed, typingPauseMs)
  const viewer = { may, type }
  const { setColorScheme } = useMantineColorScheme()
  const personal = personalCommands(
    merchants.filter((merchant) => merchant.id !== id),
    { show: setColorScheme, open: switchTo, leave },
  )
  const typedVerb = may('support') ? verbIn(typed) : undefined
  const settledVerb = may('support') ? verbIn(settled) : undefined
  const isVerb = (verb: typeof typedVerb): verb is NonNullable<typeof typedVerb> =>
    verb !== undefined && verb.rest !== ''
  const wanted = isVerb(settledVerb) ? settledVerb.rest : settled
  const { data, error, isFetching } = useQuery(
    trpc.search.find.queryOptions(
      { text: wanted, ...(isVerb(settledVerb) && { only: [settledVerb.verb.kind] }) },
      { enabled: wanted !== '', placeholderData: keepPreviousData, staleTime: 30_000 },
    ),
  )
  const [recent] = useState(() => recentItems(id, email))
  const known = useQuery(
    trpc.search.named.queryOptions({ items: recent }, { enabled: recent.length > 0, staleTime: 30_000 }),
  )
  if (typed === '') {
    return {
      groups: groupsOf({
        Recent: (known.data ?? []).map(itemOf),
        Actions: suggestedCommands(viewer).map(itemOf),
      }),
      note: 'Customers, order numbers, the last four digits of a card, amounts, tags, pages and actions.',
      isComplete: true,
    }
  }
  const results = settled === '' ? [] : (data ?? [])
  const isComplete = settled === typed && !isFetching
  const groups = isVerb(typedVerb)
    ? groupsOfVerb(typedVerb.verb, results)
    : [
        ...groupsOf({ 'Pages and actions': findCommands(typed, viewer, personal).map(itemOf) }),
        ...groupsOfResults(settled, results),
      ]
  if (error) return { groups, note: inWords(error), isComplete }
  if (typedVerb?.rest === '') return { groups, note: continuationOf(typedVerb.verb, typed), isComplete }
  if (groups.length > 0) return { groups, note: '', isComplete }
  if (!isComplete) return { groups, note: 'Searching…', isComplete }
  const verb = typedVerb?.verb
  return { groups: verb ? [] : attemptsFor(typed), note: <NoResults text={typed} verb={verb} />, isComplete }
}

const continuationOf = ({ kind }: Verb, typed: string) =>
  `Continue with ${kind === 'order' ? 'an order number or a customer' : 'a customer'}: “${typed} …”`

const noResultsOf = ({ kind, phrases }: Verb) =>
  kind === 'order'
    ? `Nothing to ${phrases[0]} was found. Try an order number or a customer’s name.`
    : 'No suitable customer was found. Try another name or e-mail address.'

function NoResults({ text, verb }: { text: string; verb: Verb | undefined }) {
  return (
    <>
      <strong>No results for “{text}”</strong>
      <br />
      {verb
        ? noResultsOf(verb)
        : `Try a name, an e-mail address, a part of an order number, the last four digits of a card, or an amount such as 198,00.${accentHint(text)}`}
    </>
  )
}

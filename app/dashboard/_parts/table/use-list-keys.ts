'use client'

import { useEffect, useEffectEvent } from 'react'

interface ListKeys {
  /** Opens the side panel of a row, or of none. */
  look?: ((id: string | undefined) => void) | undefined
  peeked?: string | undefined
  toggle?: ((id: string) => void) | undefined
  /** Clears the selection, if there is one. */
  clear?: (() => void) | undefined
  help: () => void
}

/** The keys of lists, and what they do: shown by `?`. */
export const listKeys = [
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['Enter'], does: 'Open the row, or go to the actions on the selected rows' },
  { keys: ['Space', 'o'], does: 'View the row in the side panel' },
  { keys: ['Esc'], does: 'Close the side panel, or clear the selection' },
  { keys: ['/'], does: 'Search' },
  { keys: ['f'], does: 'Add a filter' },
  { keys: ['?'], does: 'Show these shortcuts' },
] as const

/**
 * Moves the keyboard's focus between the rows of the page's list. It is the browser's own focus, so that Enter follows
 * the link of a row and screen readers follow too. Keys in fields, dialogs and menus, and those with a modifier, are not
 * touched.
 */
export function useListKeys(list: ListKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(busy)) return
    if (act(event.key, list, event.target)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const busy =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Handles a key. Returns whether it does anything here. */
function act(
  key: string,
  { look, peeked, toggle, clear, help }: ListKeys,
  target: EventTarget | null,
): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list] tbody tr')]
  const focused = target instanceof Element ? target.closest<HTMLElement>('[data-list] tbody tr') : null
  const current = focused ?? rows.find(({ dataset }) => dataset.id === peeked)
  const id = current?.dataset.id
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
  // Without a row, arrows scroll the page.
  if (isArrow && !focused) return false
  switch (key) {
    case 'j':
    case 'k':
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = key === 'j' || key === 'ArrowDown' ? 1 : -1
      const next = current ? rows[rows.indexOf(current) + step] : rows[step > 0 ? 0 : rows.length - 1]
      if (!next) return current !== undefined
      focusOn(next)
      if (peeked !== undefined) look?.(next.dataset.id)
      return true
    }
    case 'x':
      if (id === undefined || !toggle) return false
      toggle(id)
      return true
    case ' ':
      // On a button or a checkbox, Space presses it.
      if (target instanceof Element && target.closest('button, input')) return false
      return id !== undefined && peek(id, { look, peeked })
    case 'o':
      return id !== undefined && peek(id, { look, peeked })
    case 'Escape':
      if (peeked !== undefined && look) look(undefined)
      else if (clear) clear()
      else return false
      return true
    case 'Enter':
      // With selected rows, it applies to them; `o` opens the focused row. On a row's own buttons, it presses them.
      return (
        clear !== undefined &&
        isOnRow(target) &&
        focusOn(document.querySelector('[data-list-actions] button'))
      )
    case '/':
      return focusOn(document.querySelector<HTMLElement>('[data-list-search]'))
    case 'f':
      return press(document.querySelector<HTMLElement>('[data-list-filter]'))
    case '?':
      help()
      return true
    default:
      return false
  }
}

const isOnRow = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button') === null &&
  target.closest('[data-list] tbody tr') !== null

function peek(id: string, { look, peeked }: Pick<ListKeys, 'look' | 'peeked'>): boolean {
  look?.(id === peeked ? undefined : id)
  return look !== undefined
}

function focusOn(element: HTMLElement | null): boolean {
  const link = element?.querySelector<HTMLElement>('th a') ?? element
  link?.focus()
  element?.scrollIntoView({ block: 'nearest' })
  return link !== null
}

function press(element: HTMLElement | null): boolean {
  element?.click()
  return element !== null
}

'use client'

import { useEffect } from 'react'

/** An element that has the keyboard focus, and where the focus can go when the element disappears. */
interface Place {
  element: HTMLElement
  /** Whether the focus is shown, as it is for people who use the keyboard. */
  isShown: boolean
  /** The lists, forms and other groups around it, the innermost first. */
  groups: readonly Element[]
  /** What could have the focus in the outermost group, in the order of the page. */
  neighbours: readonly HTMLElement[]
  /** The dialog, menu or panel above the page that it is in, and where the focus came from. */
  floating: Element | null
  from: Place | undefined
}

const group = 'ul, ol, table, nav, search, form, fieldset, section, [role=dialog], [role=menu]'
const floats = '[role=dialog], [role=menu], [data-floating]'
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'

/**
 * Moves the keyboard focus when the focused element disappears, which browsers leave to the start of the page: to its
 * neighbour; from a dialog, menu or panel that closes, to where the focus was before; otherwise to the content of the
 * page. An element that was disabled while an action ran gets the focus back.
 */
export function KeptFocus() {
  useEffect(() => {
    let place: Place | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const enter = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) place = placeOf(target, place)
    }
    // It may have been focused with the pointer, or by a script.
    const showFocus = () => {
      if (place && document.activeElement === place.element) place = { ...place, isShown: true }
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) return
      // Browsers also report this while they remove an element. One that is still there was left on purpose, unless it is
      // in a dialog, which a press beside it closes.
      queueMicrotask(() => {
        if (place && isNothingFocused() && canFocus(place.element) && !place.element.closest('[aria-modal]'))
          place = undefined
      })
    }
    const restore = () => {
      if (place && isNothingFocused()) nextFocus(place)?.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(() => {
      if (!place || !isNothingFocused()) return
      clearTimeout(timer)
      // Whatever removed the element may move the focus itself.
      timer = setTimeout(restore)
    })
    document.addEventListener('focusin', enter)
    document.addEventListener('keydown', showFocus, true)
    // An element may have got the focus before this script ran.
    if (document.activeElement instanceof HTMLElement && !isNothingFocused())
      place = placeOf(document.activeElement, undefined)
    document.addEventListener('focusout', leave)
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'hidden'],
    })
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('keydown', showFocus, true)
      document.removeEventListener('focusout', leave)
      changes.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return null
}

function placeOf(element: HTMLElement, last: Place | undefined): Place {
  const groups = groupsAround(element)
  const floating = element.closest(floats)
  return {
    element,
    isShown: element.matches(':focus-visible'),
    groups,
    neighbours: [...(groups.at(-1)?.querySelectorAll<HTMLElement>(focusable) ?? [])],
    floating,
    from: floating ? originOf(floating, last) : undefined,
  }
}

function groupsAround(element: Element): Element[] {
  const next = element.parentElement?.closest(group)
  return next ? [next, ...groupsAround(next)] : []
}

/** The place from which the focus came into a dialog, menu or panel. */
function originOf(floating: Element, last: Place | undefined): Place | undefined {
  for (let place = last; place; place = place.from) if (place.floating === floating) return place.from
  return last
}

function nextFocus(place: Place): HTMLElement | null | undefined {
  const { element, isShown, floating } = place
  if (isVisible(element)) return canFocus(element) ? element : undefined
  // After a press with the pointer, browsers continue near the place of what was pressed.
  if (!isShown && !floating) return undefined
  return neighbourOf(place) ?? openerOf(place) ?? document.getElementById('main')
}

function neighbourOf({ element, groups, neighbours }: Place): HTMLElement | undefined {
  const at = neighbours.indexOf(element)
  const nearest = [...neighbours.slice(at + 1), ...neighbours.slice(0, Math.max(at, 0)).reverse()]
  const left = nearest.filter(canFocus)
  for (const around of groups) {
    const next = left.find((each) => around.contains(each))
    if (next) return next
  }
}

/** Returns what opened a dialog, menu or panel. If that was in another one that has closed too, what opened that one. */
function openerOf({ from }: Place): HTMLElement | undefined {
  if (!from) return undefined
  return canFocus(from.element) ? from.element : openerOf(from)
}

const isNothingFocused = () => document.activeElement === null || document.activeElement === document.body

const isVisible = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })

const canFocus = (element: HTMLElement) => isVisible(element) && !element.matches(':disabled')

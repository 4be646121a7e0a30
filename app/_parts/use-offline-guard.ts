import { useEffect, useState } from 'react'

/**
 * Stops links, and with `forms` also forms, from leaving a page while the browser is offline. The browser's error page would
 * replace the page and not say that nothing was done. Returns whether anything was stopped since the browser was online.
 */
export function useOfflineGuard({ forms }: { forms: boolean }): boolean {
  const [hasStopped, setStopped] = useState(false)
  useEffect(() => {
    const hide = () => setStopped(false)
    const guard = (event: Event) => {
      setStopped(!navigator.onLine)
      if (navigator.onLine) return
      event.preventDefault()
      // The page's own script must not submit or follow it either.
      event.stopPropagation()
    }
    const guardLink = (event: MouseEvent) => {
      if (leadsAway(event)) guard(event)
    }
    if (forms) document.addEventListener('submit', guard, { capture: true })
    document.addEventListener('click', guardLink, { capture: true })
    window.addEventListener('online', hide)
    return () => {
      document.removeEventListener('submit', guard, { capture: true })
      document.removeEventListener('click', guardLink, { capture: true })
      window.removeEventListener('online', hide)
    }
  }, [forms])
  return hasStopped
}

/** Reports whether a press loads another page of this site in place of this one. */
function leadsAway({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target === '_blank' || ctrlKey || metaKey || shiftKey) return false
  const isHere = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return link.origin === location.origin && !isHere
}

'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/** The path of a page with one of its dialogs open: "/orders/x?do=refund". */
export const actionPath = (path: string, what: string) => `${path}?do=${what}`

/** Calls `act` once if the page's URL requests one of the actions in `can`. */
export function useRequestedAction(can: readonly string[], act: (what: string) => void): void {
  const path = usePathname()
  const what = useSearchParams().get('do')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address asks again
  useEffect(() => {
    if (what === null || !can.includes(what)) return
    // Reloading the page or going back must not open the dialog again.
    window.history.replaceState(null, '', path)
    act(what)
  }, [what, can.join()])
}

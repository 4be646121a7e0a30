'use client'

import { useEffect } from 'react'

/** Puts what the page shows into the title of its tab: "Order T-1 · Kassa", as the server names the other pages. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Kassa`
  }, [name])
}

'use client'

import { useEffect } from 'react'
import { useMerchant } from './merchant'

/** Puts what the page shows into the title of its tab: "Order T-1 · Shop". */
export function useTitle(name: string): void {
  const { name: merchant } = useMerchant()
  useEffect(() => {
    document.title = `${name} · ${merchant}`
  }, [name, merchant])
}

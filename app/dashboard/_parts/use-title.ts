'use client'

import { useEffect } from 'react'
import { useMerchant } from './merchant'

/** Names what the page shows in the title of its tab: "Order T-1 · Shop". */
export function useTitle(name: string): void {
  const { name: merchant } = useMerchant()
  useEffect(() => {
    document.title = `${name} · ${merchant}`
  }, [name, merchant])
}

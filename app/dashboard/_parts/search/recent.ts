'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { useMerchant } from '../merchant'

/** A recently opened page. Only ids are stored; their names are requested each time. */
export type RecentItem =
  | { kind: 'order' | 'account'; id: string }
  | { kind: 'subscription'; accountId: string; id: string }

const max = 6
const prefix = 'kassa-recent'
const nameOf = (merchantId: string, email: string) => `${prefix} ${merchantId} ${email}`

/** Remembers the orders, accounts and subscriptions that a user opens in this browser. */
export function useRemember(email: string): void {
  const { id, base } = useMerchant()
  const path = usePathname()
  useEffect(() => {
    const item = itemAt(path.slice(base.length))
    if (!item) return
    const others = recentItems(id, email).filter((other) => JSON.stringify(other) !== JSON.stringify(item))
    store(nameOf(id, email), [item, ...others].slice(0, max))
  }, [path, base, id, email])
}

function itemAt(path: string): RecentItem | undefined {
  const [, list, first, second] = path.split('/')
  if (!first || first === 'new') return undefined
  if (list === 'orders') return { kind: 'order', id: first }
  if (list === 'accounts') return { kind: 'account', id: first }
  return list === 'subscriptions' && second
    ? { kind: 'subscription', accountId: first, id: second }
    : undefined
}

/** Returns what a user opened recently, the latest first. */
export function recentItems(merchantId: string, email: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(merchantId, email)) ?? '[]')
    return Array.isArray(stored) ? stored.slice(0, max) : []
  } catch {
    // Storage is missing, or contains something else.
    return []
  }
}

function store(name: string, items: readonly RecentItem[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items))
  } catch {
    // Some browsers forbid storage. Recent items are then not offered.
  }
}

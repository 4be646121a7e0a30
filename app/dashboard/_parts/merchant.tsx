'use client'

import type { inferRouterOutputs } from '@trpc/server'
import { createContext, type ReactNode, use } from 'react'
import { moneyIn, priceIn } from '@/server/model/money/format-money'
import { mayActAs, type Role } from '@/server/model/roles'
import type { AppRouter } from '@/server/trpc/router'
import { exactly, when } from './when'

export type Outputs = inferRouterOutputs<AppRouter>
export type Me = Outputs['user']['me']
type Facts = Outputs['merchant']['get']

const Place = createContext<(Facts & { ahead: number }) | undefined>(undefined)

/** Tells all below which merchant they are about. `seen`: when its facts were read, in real time. */
export function MerchantProvider({
  facts,
  seen,
  children,
}: {
  facts: Facts
  seen: number
  children: ReactNode
}) {
  return <Place value={{ ...facts, ahead: facts.now.getTime() - seen }}>{children}</Place>
}

/** The merchant that the page is about, and how it writes money and dates. */
export function useMerchant() {
  const merchant = use(Place)
  if (!merchant) throw new Error('This is no page of a merchant')
  const { locale, timeZone, ahead, role } = merchant
  return {
    ...merchant,
    base: `/dashboard/${merchant.id}`,
    /** Whether whoever has signed in may do what takes this role. */
    may: (needed: Role) => mayActAs(role, needed),
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale, options).format(value),
    /** A price, which may be finer than the currency's minor unit. */
    price: (major: number, currency: string) => priceIn(locale, major, currency),
    money: (minor: bigint, currency: string) => moneyIn(locale, minor, currency),
    when: (instant: Date) => when(instant, new Date(Date.now() + ahead), timeZone),
    exactly: (instant: Date) => exactly(instant, timeZone),
  }
}

'use client'

import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { createContext, type ReactNode, use } from 'react'
import { exactly, onPaper, timeOfDay, when } from '@/app/_parts/when'
import { numberFormat } from '@/server/model/formats'
import { moneyIn, priceIn } from '@/server/model/money/format-money'
import type { Money } from '@/server/model/money/money'
import { mayActAs, type Role } from '@/server/model/roles'
import type { AppRouter } from '@/server/trpc/router'

export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
export type Me = Outputs['user']['me']

const MerchantContext = createContext<(Outputs['merchant']['get'] & { ahead: number }) | undefined>(undefined)

/** Provides the merchant to all components below. `seen`: the real time at which its data was read. */
export function MerchantProvider({
  facts,
  seen,
  children,
}: {
  facts: Outputs['merchant']['get']
  seen: number
  children: ReactNode
}) {
  return <MerchantContext value={{ ...facts, ahead: facts.now.getTime() - seen }}>{children}</MerchantContext>
}

/** Returns the page's merchant with its formatters for money and dates. */
export function useMerchant() {
  const merchant = use(MerchantContext)
  if (!merchant) throw new Error('useMerchant was called outside MerchantProvider')
  const { locale, timeZone, ahead, role } = merchant
  return {
    ...merchant,
    base: `/dashboard/${merchant.id}`,
    /** Reports whether the signed-in user has at least this role. */
    may: (needed: Role) => mayActAs(role, needed),
    number: (value: number, options: Intl.NumberFormatOptions = {}) =>
      numberFormat(locale, options).format(value),
    /** Formats a number of units, which may have decimals: 1.5 kg. */
    quantity: (value: number) => numberFormat(locale, { maximumFractionDigits: 6 }).format(value),
    /** Formats a percentage, such as a VAT rate. */
    percent: (value: number) =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: 6 }).format(value / 100),
    /** Formats a price, which may have more decimals than the currency. */
    price: (major: number, currency: string) => priceIn(locale, major, currency),
    money: (of: Money) => moneyIn(locale, of),
    when: (instant: Date) => when(instant, new Date(Date.now() + ahead), timeZone),
    timeOfDay: (instant: Date) => timeOfDay(instant, timeZone),
    exactly: (instant: Date) => exactly(instant, timeZone),
    onPaper: (instant: Date) => onPaper(instant, timeZone),
  }
}

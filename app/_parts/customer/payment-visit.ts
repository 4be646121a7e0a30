import { headers } from 'next/headers'
import { cache } from 'react'
import type { Merchant } from '@/db/schema'
import { todayOf } from '@/server/core/clock'
import type { Context } from '@/server/core/context'
import { findLinkedPayment, type LinkedPayment } from '@/server/customer/linked-payment'
import { sourceOf } from '@/server/http/source'
import type { Day } from '@/server/model/calendar'
import { runtime } from '@/server/runtime'
import { languageOfAccount } from '@/server/store/accounts'
import { languageIn } from './language'
import { type Words, wordsFor } from './words'

/** Someone with the link to a payment. */
export interface PaymentVisit {
  key: string
  /** The page of the payment. */
  path: string
  payment: LinkedPayment
  context: Context
  accountId: string
  merchant: Merchant
  words: Words
  /** Today in the merchant's time zone. */
  today: Day
}

interface FoundPayment {
  visit: PaymentVisit | undefined
  merchant: Merchant | undefined
  words: Words
}

/** The path of the page of a payment, whatever is given as its key. */
export const paymentPath = (key: string): string => `/pay/${encodeURIComponent(key)}`

/** Returns the payment that a key leads to. It needs no session, and opens none. */
export async function findPayment(sent: Headers, key: string): Promise<FoundPayment> {
  const found = await findLinkedPayment(runtime(), { key, source: sourceOf(sent) })
  if (found.state === 'unknown') {
    const { merchant } = found
    return { visit: undefined, merchant, words: wordsFor(languageIn(sent), merchant) }
  }
  const { context, account } = found
  const { merchant } = context
  const words = wordsFor(languageIn(sent, languageOfAccount(account)), merchant)
  const today = todayOf(context)
  const visit = {
    key,
    path: paymentPath(key),
    payment: found,
    context,
    accountId: account.id,
    merchant,
    words,
    today,
  }
  return { visit, merchant, words }
}

/** Returns the same for the page being rendered. */
export const currentPayment = cache(async (key: string) => findPayment(await headers(), key))

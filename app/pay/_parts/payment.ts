import { headers } from 'next/headers'
import { cache } from 'react'
import type { Merchant } from '@/db/schema'
import type { Context } from '@/server/core/context'
import { seal } from '@/server/core/crypto'
import {
  findLinkedPayment,
  type LinkedPayment,
  payLinkedOrder,
  payLinkedOrderWith,
} from '@/server/customer/linked-payment'
import type { Paid, Press } from '@/server/customer/orders'
import type { Owed } from '@/server/customer/owed'
import { sourceOf } from '@/server/http/source'
import { type Day, dayOf } from '@/server/model/calendar'
import { runtime } from '@/server/runtime'
import { cardStep } from '../../_parts/customer/card-step'
import type { CardEntry } from '../../_parts/customer/enter-card'
import type { FormResult } from '../../_parts/customer/handle-form'
import { languageIn } from '../../_parts/customer/language'
import { type Words, wordsFor } from '../../_parts/customer/words'

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

/** The purpose of a sealed key in the address to which a bank sends the payer back. */
export const backUse = 'payment link back'

/** Returns the payment that a key leads to. It needs no session, and opens none. */
export async function findPayment(sent: Headers, key: string): Promise<FoundPayment> {
  const found = await findLinkedPayment(runtime(), { key, source: sourceOf(sent) })
  if (found.state === 'unknown') {
    const { merchant } = found
    return { visit: undefined, merchant, words: wordsFor(languageIn(sent), merchant) }
  }
  const { context, account } = found
  const { merchant } = context
  const words = wordsFor(languageIn(sent, account.language ?? account.chosenLanguage), merchant)
  const today = dayOf(context.clock.now(), merchant.timeZone)
  const visit = {
    key,
    path: `/pay/${key}`,
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

/** Returns what can be paid now: nothing once the link has expired, or while a payment is running. */
export const payable = ({ payment: { state, owed } }: PaymentVisit): Owed | undefined =>
  state === 'open' && !owed?.isRunning ? owed : undefined

/** The address to which a bank sends the payer back. It is stored with the payment, so the key in it is encrypted. */
const returnUrlOf = ({ key, context }: PaymentVisit) => `${context.baseUrl}/pay/back/${seal(key, backUse)}`

/** Where a payment leads to. */
const outcomeOf = ({ path }: PaymentVisit, paid: Paid): FormResult => ({
  to: path,
  note: paid,
  ...(paid === 'approve' && { onward: `${path}/approve` }),
})

/** A card that is entered for the payment: it becomes the account's default and pays this order only. */
export const paymentEntry = (visit: PaymentVisit, { amount }: Owed): CardEntry => ({
  ...visit,
  typing: visit.path,
  verifying: `${visit.path}/verify`,
  step: cardStep(visit.path),
  add: async (token) =>
    outcomeOf(
      visit,
      await payLinkedOrderWith(visit.payment, token, { expected: amount, returnUrl: returnUrlOf(visit) }),
    ),
})

/** Pays with the stored card. */
export const payStored = async (visit: PaymentVisit, press: Press): Promise<FormResult> =>
  outcomeOf(visit, await payLinkedOrder(visit.payment, { ...press, returnUrl: returnUrlOf(visit) }))

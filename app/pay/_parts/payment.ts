import { seal } from '@/server/core/crypto'
import { payLinkedOrder, payLinkedOrderWith } from '@/server/customer/linked-payment'
import type { Paid, Press } from '@/server/customer/orders'
import type { Owed } from '@/server/customer/owed'
import { cardStep } from '../../_parts/customer/card-step'
import type { CardEntry } from '../../_parts/customer/enter-card'
import type { FormResult } from '../../_parts/customer/handle-form'
import type { PaymentVisit } from '../../_parts/customer/payment-visit'

/** The purpose of a sealed key in the address to which a bank sends the payer back. */
export const backUse = 'payment link back'

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
  formPage: visit.path,
  verifyPage: `${visit.path}/verify`,
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

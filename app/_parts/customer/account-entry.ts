import { addMethod } from '@/server/account/add-method'
import { sha256 } from '@/server/core/crypto'
import { owedBy, owesAtMost } from '@/server/customer/owed'
import { accountStep } from './card-step'
import type { CardEntry } from './enter-card'
import { owedIn } from './owed-field'
import { paymentNote } from './payment-note'
import { unlessChanged } from './unless-changed'
import type { Visit } from './visit'

/** The pages of a new card of the account. */
export const formPage = '/account/cards/new'
export const verifyPage = '/account/cards/verify'

/**
 * A card that is entered on the account page: it pays whatever the account owes. It is not added if that is more than
 * the page showed before the cardholder was sent to the bank.
 */
export const accountEntry = (visit: Visit): CardEntry => {
  const { context, accountId } = visit
  const owed = () => owedBy(context, accountId)
  return {
    ...visit,
    formPage,
    verifyPage,
    step: accountStep,
    add: (token, shown) =>
      unlessChanged(formPage, async () => {
        const before = await owed()
        const origin = `account:${accountId}:card:${sha256(token)}`
        await addMethod(
          { ...context, origin },
          {
            id: accountId,
            method: { type: 'token', card: token },
            mayPay: (scope) => owesAtMost(scope, accountId, owedIn(shown)),
          },
        )
        if (before.length === 0) return { to: '/account/cards', note: 'added' }
        const note = paymentNote(await owed(), { paid: 'addedPaid', unpaid: 'addedUnpaid' })
        return { to: '/account', note }
      }),
  }
}

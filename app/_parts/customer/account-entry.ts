import { addMethod } from '@/server/account/add-method'
import { sha256 } from '@/server/core/crypto'
import { owedBy } from '@/server/customer/owed'
import { accountStep } from './card-step'
import type { CardEntry } from './enter-card'
import type { Visit } from './visit'

/** The pages of a new card of the account. */
export const typingPage = '/account/cards/new'
export const verifyingPage = '/account/cards/verify'

/** A card that is entered on the account page: it pays whatever the account owes. */
export const accountEntry = (visit: Visit): CardEntry => {
  const { context, accountId } = visit
  const owed = () => owedBy(context, accountId)
  return {
    ...visit,
    typing: typingPage,
    verifying: verifyingPage,
    step: accountStep,
    add: async (token) => {
      const before = await owed()
      const origin = `account:${accountId}:card:${sha256(token)}`
      await addMethod({ ...context, origin }, { id: accountId, method: { type: 'token', card: token } })
      if (before.length === 0) return { to: '/account/cards', note: 'added' }
      const isPaid = (await owed()).length === 0
      return { to: '/account', note: isPaid ? 'addedPaid' : 'addedUnpaid' }
    },
  }
}

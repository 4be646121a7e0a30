import type { DeclineCode } from '@/server/model/card/service'

interface DeclineWords {
  what: string
  todo: string
}

const plain: DeclineWords = {
  what: 'Your bank declined the payment.',
  todo: 'Your bank can tell you why, or you can use another card.',
}

const noCard: DeclineWords = { what: 'There is no card on your account.', todo: 'Add a card to pay with.' }

const anotherCard = 'Use another card.'

/**
 * Reasons for a failed payment that a payer may see. A card that is reported lost or stolen, or suspected of fraud,
 * is between its holder and the bank. Anything not listed appears as a plain decline.
 */
const reasons = {
  'insufficient funds': {
    what: 'There was not enough money on the card.',
    todo: 'See to it that there is, or use another card.',
  },
  'card expired': { what: 'The card has expired.', todo: 'Add your new card.' },
  'amount limit': {
    what: 'The amount is more than the card allows.',
    todo: 'Your bank can raise the limit, or you can use another card.',
  },
  'invalid card number': { what: 'The card is not known to the bank any more.', todo: anotherCard },
  'invalid csc': {
    what: 'The security code of the card did not match.',
    todo: 'Add the card once more, or another one.',
  },
  'unsupported card': { what: 'Cards of this kind are not accepted.', todo: anotherCard },
  '3ds problem': {
    what: 'The payment could not be confirmed with your bank.',
    todo: 'Add the card once more, or another one.',
  },
  '3ds authentication failure': {
    what: 'The payment was not confirmed with your bank.',
    todo: 'Add the card once more, or another one.',
  },
  'acquirer error': {
    what: 'The payment could not be processed.',
    todo: 'This may well be no fault of your card. You can also use another one.',
  },
} satisfies Partial<Record<DeclineCode, DeclineWords>>

const reasonByCode = new Map<string, DeclineWords>(Object.entries(reasons))

/** Returns why a payment failed and what the payer can do. `code` is a decline code of the interface, or `no card`. */
export function declineInWords(code: string, hasCard: boolean): DeclineWords {
  if (!hasCard || code === 'no card') return noCard
  return reasonByCode.get(code) ?? plain
}

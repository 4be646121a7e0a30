import { isFinalDecline } from '@/server/model/card/service'

interface DeclineWords {
  what: string
  todo: string
}

const anotherCard = 'Use another card.'

/**
 * What a payer may be told about a decline. Codes that are not listed are shown as a plain decline: that a card is
 * reported lost or stolen, or suspected of fraud, is between its holder and the bank.
 */
export const enDeclines = {
  plain: {
    what: 'Your bank declined the payment.',
    todo: 'Contact your bank to find out why, or use another card.',
  },
  'no card': { what: 'There is no card on your account.', todo: 'Add a card to pay.' },
  'insufficient funds': {
    what: 'There was not enough money on the card.',
    todo: 'Add money to the account behind the card, or use another card.',
  },
  'card expired': { what: 'The card has expired.', todo: 'Add your new card.' },
  'amount limit': {
    what: 'The amount is more than the card allows.',
    todo: 'Ask your bank to raise the limit, or use another card.',
  },
  'invalid card number': { what: 'The bank no longer recognises this card.', todo: anotherCard },
  'invalid csc': {
    what: 'The card’s security code was not correct.',
    todo: 'Add the card again, or use another card.',
  },
  'unsupported card': { what: 'This type of card is not accepted.', todo: anotherCard },
  '3ds problem': {
    what: 'The payment could not be verified with your bank.',
    todo: 'Add the card again, or use another card.',
  },
  '3ds authentication failure': {
    what: 'The verification with your bank failed.',
    todo: 'Add the card again, or use another card.',
  },
  'acquirer error': {
    what: 'The payment could not be processed.',
    todo: 'There may be nothing wrong with your card. Try again later, or use another card.',
  },
  'never arrived': {
    what: 'The payment could not be processed because of a technical problem on our side.',
    todo: 'There is nothing wrong with your card. You can also use another card.',
  },
  'invalid currency': {
    what: 'The payment could not be processed in this currency.',
    todo: 'There is nothing wrong with your card. Try another card, or contact us to pay in another way.',
  },
} satisfies Record<string, DeclineWords>

export type DeclineReasons = Record<keyof typeof enDeclines, DeclineWords>

/**
 * Describes why a payment failed and what the payer can do, in the words of a language. `code`: a decline code of the
 * API, `no card` or `never arrived`. `isSameCardGood`: whether the payer may be told to try the same card. After a plain
 * decline it is not mentioned, since its absence would reveal which cards are reported lost or stolen.
 */
export const declinesIn =
  (reasons: DeclineReasons) =>
  (code: string, hasCard: boolean): DeclineWords & { isSameCardGood: boolean } => {
    if (!hasCard) return { ...reasons['no card'], isSameCardGood: false }
    return isKnown(code)
      ? { ...reasons[code], isSameCardGood: !isFinalDecline(code) }
      : { ...reasons.plain, isSameCardGood: false }
  }

const isKnown = (code: string): code is keyof DeclineReasons => Object.hasOwn(enDeclines, code)

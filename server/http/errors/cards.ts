import { describeFailure } from '../../model/card/describe-failure'
import type { CardErrors } from '../../model/error-codes'
import { type ErrorTable, invalid, inWords, moneyText, tooMany } from './table'

const otherWays =
  ' Requests with the private key are not limited. The limit can be changed in the dashboard under Settings → Security.'

export const cardErrors = {
  'card.declined': ({ code, field, kind }) => invalid('Card', describeFailure(code, kind), field, { code }),
  'card.invalid-token': ({ field }) =>
    invalid(
      'model.Card',
      'No valid and unexpired card pre-authorization can be found. Create a new card token and use it once within 60 minutes.',
      field,
    ),
  'card.verification': ({ challenge: { url, data } }) => ({
    type: 'malformed content',
    content: {
      property: 'payment.card',
      type: 'Card.Token',
      description: 'verification required',
      details: { visible: true, method: 'POST', url, data },
    },
  }),
  'payment.no-card': () =>
    invalid('Account', describeFailure('no card'), 'payment.account', { code: 'no card' }),
  'card-service.failed': () => ({
    type: 'backend failure',
    content: {
      type: 'Card service',
      description:
        'The card service failed, and nothing was done. Repeat the request, with the same Idempotency-Key if you sent one.',
    },
  }),
  'card-service.currency': ({ service, currency }) =>
    invalid(
      'Currency',
      `The merchant's card service, ${service}, cannot charge ${currency}. Use another currency, or have it enabled there.`,
      'currency',
    ),
  'card-service.step': ({ step }) =>
    invalid(
      'Amount',
      `The merchant's card service accepts only multiples of ${moneyText(step)}. Change the amount.`,
      'items',
    ),
  'card-service.no-authorisation': ({ service }) =>
    invalid(
      'Payment',
      `The merchant's card service, ${service}, cannot reserve an amount to be charged later, which orders need.`,
      'payment',
    ),
  'card-service.no-response': () => ({
    type: 'backend timeout',
    content: {
      type: 'Card service',
      description:
        'The card service has not responded yet. Repeat the request with the same Idempotency-Key to get the outcome. ' +
        'Without a key, check the orders in a minute before you repeat it. To store a card, create a new token.',
    },
  }),
  'card.unknown-reference': ({ service }) =>
    invalid(
      'model.Card',
      `The merchant's card service, ${service}, has no such card to tokenise. Send the reference of a card that was just entered in its fields or, with a private key, of one that another system has stored there.`,
      'reference',
    ),
  'card.not-a-test-card': () =>
    invalid(
      'Card',
      'Only test cards are accepted. Use a number from the table of test cards in the documentation.',
      'pan',
    ),
  'card.expired': () => invalid('Card', 'The card has expired. Use a card that is still valid.', 'expires'),
  'card.security-code-length': () =>
    invalid('Card', 'The security code has three digits, or four on American Express.', 'csc'),
  'card.tokenised-elsewhere': ({ service }) =>
    invalid(
      'Card',
      `The cards of this merchant are entered at the card service ${service}, which keeps their numbers. Use the card form, or send the \`reference\` of a card that was entered there instead of \`pan\`.`,
      'pan',
    ),
  'card.too-many-entered': ({ merchant, waitSeconds }) =>
    tooMany(
      'Card',
      `Too many cards were entered at ${merchant}. Try again in ${inWords(waitSeconds)}.${otherWays}`,
      waitSeconds,
    ),
  'card.too-many-declined': ({ merchant, waitSeconds }) =>
    tooMany(
      'Card',
      `Too many cards were declined at ${merchant}. Try again in ${inWords(waitSeconds)}.${otherWays}`,
      waitSeconds,
    ),
  'verification.return-address': () => invalid('url', 'TermUrl must be an http or https URL.', 'TermUrl'),
} satisfies ErrorTable<keyof CardErrors>

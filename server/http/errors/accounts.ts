import type { AccountErrors } from '../../model/error-codes'
import { type ErrorTable, invalid, inWords, tooMany } from './table'

export const accountErrors = {
  'method.unknown': ({ field }) =>
    invalid('Method', 'No such method on this account. Use the token of one of its methods.', {
      property: field,
    }),
  'method.repeated': ({ field }) =>
    invalid('Method', 'This method is named twice. Name each method once.', { property: field }),
  'link.no-address': () =>
    invalid(
      'Customer',
      'The account has no customer e-mail to send the link to. Set one first: PUT /account/{id}/customer.',
      { property: 'customer.email' },
    ),
  'link.too-many-to-address': ({ most, waitSeconds }) =>
    tooMany(
      'AccountLink',
      `At most ${most} login links an hour are sent to an e-mail address. Try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'link.too-many-for-account': ({ most, waitSeconds }) =>
    tooMany(
      'AccountLink',
      `At most ${most} login links an hour are created for an account. Use the newest one, or try again in ${Math.ceil(waitSeconds / 60)} min.`,
      waitSeconds,
    ),
  'subscription.end-before-start': () =>
    invalid('date', 'The end is before the start. Give an end on or after it.', { property: 'end' }),
  'subscription.too-many-passed': ({ most }) =>
    invalid(
      'date',
      `More than ${most} dates have passed since this start, and would all be charged now. Give a later start.`,
      { property: 'start' },
    ),
  'subscription.ended': () =>
    invalid(
      'Subscription',
      'The subscription has ended, and its payer has been informed. Leave its end as it is, and add a new subscription.',
      { property: 'end' },
    ),
} satisfies ErrorTable<keyof AccountErrors>

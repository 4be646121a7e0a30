import { erasureToDo } from '../../model/erasure'
import type { AccountErrors } from '../../model/error-codes'
import { conflict, type ErrorTable, forbidden, invalid, inWords, stillNeeded, tooMany } from './table'

export const accountErrors = {
  'account.erased': () =>
    conflict(
      'Account',
      'The personal data of this account was erased, so nothing can be added to it. Create another account for the customer.',
    ),
  'account.in-use': ({ obstacles }) => conflict('Account', stillNeeded(erasureToDo(obstacles))),
  'account.too-many': ({ merchant, waitSeconds }) =>
    tooMany(
      'Account',
      `Too many accounts were created at ${merchant} with a public key. Use the private key, or try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'customer.changed': () =>
    conflict(
      'Customer',
      'Someone else has changed this customer in the meantime. Reload the page, then try again.',
    ),
  'customer.email-unconfirmed': () =>
    forbidden(
      'A key from a login link may not change the e-mail address: the customer has to confirm the new one. Change it on the account page. A private key, or an account key from POST /account/{id}/key, may change it here.',
    ),
  'customer.email-too-often': ({ max, waitSeconds }) =>
    tooMany(
      'Customer',
      `Account keys can replace the e-mail address of an account at most ${max} times per hour. Try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'method.unknown': ({ field }) =>
    invalid('Method', 'No such method on this account. Use the token of one of its methods.', field),
  'method.repeated': ({ field }) =>
    invalid('Method', 'This method is listed twice. List each method once.', field),
  'link.no-address': () =>
    invalid(
      'Customer',
      'The account has no customer e-mail to send the link to. Set one first: PUT /account/{id}/customer.',
      'customer.email',
    ),
  'mail.has-secret': () =>
    invalid(
      'Mail',
      'This mail contained a link that works once, so it cannot be sent again. Send a new link.',
      'id',
    ),
  'mail.order-paid': () =>
    invalid('Mail', 'This payment has been made or cancelled since, so its mail is not sent again.', 'id'),
  'link.too-many-to-address': ({ max, waitSeconds }) =>
    tooMany(
      'AccountLink',
      `An e-mail address can get at most ${max} login links per hour. Try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'link.too-many-for-account': ({ max, waitSeconds }) =>
    tooMany(
      'AccountLink',
      `An account can get at most ${max} login links per hour. Use the latest one, or try again in ${inWords(waitSeconds)}.`,
      waitSeconds,
    ),
  'subscription.end-before-start': () =>
    invalid('date', 'The end is before the start. Use a later end, or an earlier start.', 'end'),
  'subscription.start-after-end': () =>
    invalid(
      'date',
      'The start is after the end of the subscription, so nothing would ever be charged. Use an earlier start, or change the end too.',
      'start',
    ),
  'subscription.too-many-passed': ({ max }) =>
    invalid(
      'date',
      `More than ${max} due dates have passed since this start and would all be charged now. Use a later start.`,
      'start',
    ),
  'subscription.too-many-due': ({ max }) =>
    invalid(
      'date',
      `With this change, more than ${max} past dates would be due, and all of them would be charged now. Set a later start, or make the change once what is due has been billed.`,
    ),
  'subscription.ended': ({ field }) =>
    invalid('Subscription', 'The subscription has ended. Create a new subscription instead.', field),
  'subscription.changed': () =>
    conflict(
      'Subscription',
      'This subscription has changed in the meantime. Reload the page, then make your change again.',
    ),
  'subscription.plan-late': () =>
    invalid(
      'date',
      'The change would take effect today or earlier. Use a later day, or change it now.',
      'from',
    ),
  'subscription.plan-after-end': () =>
    invalid('date', 'The subscription has no due date left that the change would apply to.', 'from'),
  'subscription.plan-misfit': ({ from }) =>
    invalid(
      'Subscription',
      `With these terms, the change that is planned from ${from} could not be charged. Withdraw it, or plan another one first.`,
    ),
  'subscription.end-changed': () =>
    invalid('date', 'The paid period has changed. Read the subscription again.', 'end'),
  'subscription.end-not-undoable': () =>
    invalid('Subscription', 'Customers can undo only an end that they requested.', 'end'),
} satisfies ErrorTable<keyof AccountErrors>

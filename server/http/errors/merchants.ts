import { monthInWords } from '../../model/calendar'
import { capitalised } from '../../model/capitalised'
import type { MerchantErrors } from '../../model/error-codes'
import { conflict, type ErrorTable, forbidden, invalid, notAuthorized } from './table'

const bearer = { headers: { 'WWW-Authenticate': 'Bearer' } }

export const merchantErrors = {
  'not-found': ({ what }) => ({
    type: 'not found',
    content: {
      type: capitalised(what),
      description: `No such ${what}. Check the id, and that your key belongs to the same merchant.`,
    },
  }),
  'cursor.invalid': ({ field }) => ({
    type: 'invalid query argument',
    content: {
      type: 'cursor',
      description:
        'Invalid cursor for this list. Use the URL in the Link header of the previous page unchanged.',
      property: field,
    },
  }),
  'merchant.changed': () =>
    conflict(
      'Merchant',
      'Someone else has changed these settings in the meantime. Reload the page, then make your change again.',
    ),
  'clock.live': () => forbidden('Only the clock of a test merchant can be moved.'),
  'clock.backwards': ({ field, now }) =>
    invalid(
      'Clock',
      `The clock can only be moved forward, and it shows ${now.toISOString()}. Use a later date.`,
      field,
    ),
  'clock.too-far': ({ field, years }) =>
    invalid('Clock', `The clock can be moved at most ${years} years at once. Use an earlier date.`, field),
  'series.same-prefix': ({ field }) =>
    invalid(
      'Series',
      'Invoices and credit notes need different prefixes. Upper and lower case count as the same, and so do slash and hyphen, because document numbers are also used as file names.',
      field,
    ),
  'series.used-prefix': ({ field }) =>
    invalid(
      'Series',
      'The other series has used this prefix. Choose another, so that no number is used twice.',
      field,
    ),
  'series.backwards': ({ field, min }) =>
    invalid('Series', `The next number must be at least ${min}, because numbers only go forward.`, field),
  'clock.moving': ({ waitSeconds }) => ({
    ...conflict('Clock', 'Another request is moving the clock. Wait for its response, then try again.'),
    headers: { 'Retry-After': String(waitSeconds) },
  }),
  'time-zone.unknown': ({ field }) =>
    invalid(
      'Time zone',
      'The database does not know this time zone. Use one such as "Europe/Stockholm".',
      field,
    ),
  'month.not-over': ({ field }) =>
    invalid('Month', 'The month is not over. Close it when the next month has begun.', field),
  'month.earlier-open': ({ month }) =>
    conflict(
      'Month',
      `${monthInWords(month)} is still open. Close it first: months are closed in their order.`,
    ),
  'month.not-booked': ({ count }) =>
    conflict(
      'Month',
      `${count === 1 ? 'A movement' : `${count} movements`} up to the end of the month ${count === 1 ? 'is' : 'are'} not booked yet. Try again in a minute.`,
    ),
  'key.missing': () =>
    notAuthorized('Authorization', 'Send a key in the header: Authorization: Bearer <key>.', bearer),
  'key.not-in-force': () =>
    notAuthorized('Authorization', 'The key is unknown, expired or revoked. Use an active key.', bearer),
  'key.too-many': ({ max }) => invalid('Key', `There are already ${max} active keys. Revoke one first.`),
  'key.ended': () =>
    conflict('Key', 'This request already created a key, which has since been revoked. Create another key.'),
  'view.name-taken': ({ name }) =>
    invalid('View', `You already have a view named ${name}. Choose another name.`, 'name'),
  'view.too-many': ({ max }) =>
    invalid('View', `You already have ${max} views of this list. Delete one first.`),
  'callback.too-many': ({ max }) =>
    invalid('Callback', `There are already ${max} callback addresses. Remove one first.`, 'url'),
} satisfies ErrorTable<keyof MerchantErrors>

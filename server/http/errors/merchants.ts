import type { MerchantErrors, Noun } from '../../model/error-codes'
import { conflict, type ErrorTable, forbidden, invalid, notAuthorized } from './table'

const bearer = { headers: { 'WWW-Authenticate': 'Bearer' } }

const capitalised = (noun: Noun) => noun.charAt(0).toUpperCase() + noun.slice(1)

export const merchantErrors = {
  'not-found': ({ what }) => ({
    type: 'not found',
    content: {
      type: capitalised(what),
      description: `No such ${what}. Check the id, and that the key belongs to the same merchant.`,
    },
  }),
  'cursor.invalid': ({ field }) => ({
    type: 'invalid query argument',
    content: {
      type: 'cursor',
      description:
        'Not a cursor of this list. Use the address in the Link header of the previous page unchanged.',
      property: field,
    },
  }),
  'clock.live': () => forbidden('Only a test merchant has a clock that can be moved.'),
  'clock.backwards': ({ field, now }) =>
    invalid('Clock', `The clock can only be moved forward; it is ${now.toISOString()}. Give a later date.`, {
      property: field,
    }),
  'clock.too-far': ({ field, years }) =>
    invalid('Clock', `The clock moves at most ${years} years at once. Give an earlier date.`, {
      property: field,
    }),
  'clock.moving': ({ waitSeconds }) => ({
    ...conflict('Clock', 'Another request is moving the clock. Wait for its response, then move it on.'),
    headers: { 'Retry-After': String(waitSeconds) },
  }),
  'key.missing': () =>
    notAuthorized('Authorization', 'Send a key in the header: Authorization: Bearer <key>.', bearer),
  'key.not-in-force': () =>
    notAuthorized(
      'Authorization',
      'The key is unknown, expired or revoked. Use a key that is in force.',
      bearer,
    ),
  'key.too-many': ({ most }) => invalid('Key', `There are ${most} keys in force. Revoke one first.`),
  'key.ended': () =>
    conflict('Key', 'This key was created before and has been revoked since. Create another.'),
  'view.name-taken': ({ name }) =>
    invalid('View', `You have a view named ${name}. Choose another name.`, { property: 'name' }),
  'view.too-many': ({ most }) => invalid('View', `You have ${most} views of this list. Remove one first.`),
  'callback.too-many': ({ most }) =>
    invalid('Callback', `There are ${most} callback addresses. Remove one first.`, { property: 'url' }),
} satisfies ErrorTable<keyof MerchantErrors>

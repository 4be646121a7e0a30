import type { KeyRefusal } from '../../model/card/connection'
import type { ConnectionErrors } from '../../model/error-codes'
import { conflict, type ErrorTable, invalid } from './table'

export const connectionErrors = {
  'card-service.unknown': ({ service }) => invalid('Card service', `There is no card service ${service}.`),
  'card-service.keys-refused': ({ problem, missing = [] }) => {
    const [property, description] = refusals[problem]
    const details = missing.length > 0 ? { missing } : undefined
    return invalid('Card service', description, property, details)
  },
  'card-service.not-connected': () =>
    conflict('Card service', 'This card service has no keys yet. Connect your account first.'),
  'card-service.charges-disabled': () =>
    conflict(
      'Card service',
      'Your account cannot take payments now. The connection says why. Fix that, then check the connection again.',
    ),
  'card-service.only-simulated': () =>
    conflict(
      'Card service',
      'A live merchant that takes real payments cannot go back to the simulated acquirer, which moves no money.',
    ),
} satisfies ErrorTable<keyof ConnectionErrors>

/** The field that each problem is about, and what to do. */
const refusals: Record<KeyRefusal['problem'], [property: string | undefined, description: string]> = {
  'not a secret key': ['secret', 'This is not a secret key. Copy the whole key, and only the key.'],
  'not a publishable key': [
    'publishable',
    'This is not a publishable key. Copy the whole key, and only the key.',
  ],
  'not test keys': [
    undefined,
    'These are not test keys, and this is a test merchant. Use the keys of the test mode.',
  ],
  'not live keys': [undefined, 'These are not live keys, and this is a live merchant. Use the live keys.'],
  'key not valid': [
    'secret',
    'The card service does not accept this key. It may have been deleted or expired. Create another one.',
  ],
  'another account': [
    undefined,
    'These keys belong to a different account from the connected one, which has your payments and cards. Use keys of the connected account.',
  ],
  'not of one account': [
    'publishable',
    'This publishable key belongs to a different account from the secret key. Copy both from the same account.',
  ],
  'no response': [
    undefined,
    'The card service did not respond, so the keys could not be checked. Nothing was changed. Try again in a moment.',
  ],
  'permissions missing': [
    'secret',
    'The key lacks permissions. Add them in the dashboard of the card service, then check again.',
  ],
}

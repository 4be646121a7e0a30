import { isDeepStrictEqual } from 'node:util'
import { DocumentedError } from '../http/documented-error'
import { capitalised } from '../model/capitalised'

/**
 * Checks that what an attempt created is what the request describes. Otherwise, sending a corrected form again would
 * either create a second one, or appear to have created what the form says. Throws `conflict`: to create another one,
 * the user has to press again. `requested` is what the request describes, as it is stored; properties left out may have
 * any value.
 */
export function requireSame(
  existing: object,
  requested: object,
  what: 'account' | 'merchant' | 'subscription',
): void {
  const same = Object.entries(requested).every(
    ([name, value]) =>
      value === undefined || isDeepStrictEqual(plain(Reflect.get(existing, name)), plain(value)),
  )
  if (same) return
  throw new DocumentedError({
    type: 'conflict',
    content: {
      type: capitalised(what),
      description: `Your earlier request created another ${what}. Look at that one first; press again only if you want both.`,
    },
  })
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

import { isDeepStrictEqual } from 'node:util'
import { DocumentedError } from '../http/documented-error'

/**
 * Whether what an attempt made is what is asked for now: sent again with something else, it would make a second thing in
 * the place of a mistyped first, or say that it had. Throws `conflict`: whoever wants another has to press again.
 * `asked`: what is asked for, as it is stored; what is left out may be anything.
 */
export function requireSame(made: object, asked: object, what: 'account' | 'subscription'): void {
  const same = Object.entries(asked).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(plain(Reflect.get(made, name)), plain(value)),
  )
  if (same) return
  throw new DocumentedError({
    type: 'conflict',
    content: {
      type: what === 'account' ? 'Account' : 'Subscription',
      description: `Your earlier request created another ${what}. Look at that one first; press again only if you want both.`,
    },
  })
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

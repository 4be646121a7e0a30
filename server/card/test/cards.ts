import validate from 'card-validator'
import { type Scheme, schemes } from '../../model/card/schemas'
import type { DeclineCode } from '../../model/card/service'
import { testNumbers } from '../../model/card/test-numbers'

/** How a test card behaves. Anything not listed is accepted. */
interface Behaviour {
  /** 3-D Secure is required before the card is authorised or stored. */
  verify?: true
  store?: DeclineCode
  authorise?: DeclineCode
  refund?: DeclineCode
}

const declined = (code: DeclineCode): Behaviour => ({ store: code, authorise: code })

const behaviours = {
  accepted: {},
  'card declined': declined('card declined'),
  'insufficient funds': declined('insufficient funds'),
  'card lost or stolen': declined('card lost or stolen'),
  'card expired': declined('card expired'),
  'invalid csc': declined('invalid csc'),
  'acquirer error': declined('acquirer error'),
  'suspected fraud': declined('suspected fraud'),
  'declined once stored': { authorise: 'card declined' },
  verified: { verify: true },
  'verified, insufficient funds': { verify: true, ...declined('insufficient funds') },
  'verified, declined': { verify: true, ...declined('card declined') },
  'refund fails': { refund: 'acquirer error' },
  /** See `declinesByAmount`. */
  'amount decides': {},
} as const satisfies Record<string, Behaviour>
export type BehaviourName = keyof typeof behaviours

const behaviourOf = new Map(
  Object.entries(testNumbers satisfies Record<BehaviourName, readonly string[]>).flatMap(([name, pans]) =>
    pans.map((pan): [string, BehaviourName] => [pan, name as BehaviourName]),
  ),
)

/** Lists every published test card, for the documentation. */
export const testCards: readonly { number: string; behaviour: BehaviourName }[] = [...behaviourOf].map(
  ([number, behaviour]) => ({ number, behaviour }),
)

/** Returns how the card with this number behaves; undefined for a number that is not a published test card. */
export const behaviourFor = (pan: string): BehaviourName | undefined => behaviourOf.get(pan)

export const behaviourNamed = (name: string): Behaviour => {
  const behaviour = Object.entries(behaviours).find(([known]) => known === name)?.[1]
  if (!behaviour) throw new Error(`The acquirer knows no behaviour "${name}"`)
  return behaviour
}

/** Which behaviours decline a request of this kind, with their codes. */
export const declinesOf = (kind: 'authorise' | 'refund'): Record<string, DeclineCode> =>
  Object.fromEntries(
    Object.entries<Behaviour>(behaviours).flatMap(([name, { [kind]: code }]) => (code ? [[name, code]] : [])),
  )

/** Decline codes by the amount in the major unit, in any currency, for cards whose amount decides. */
export const declinesByAmount: ReadonlyMap<number, DeclineCode> = new Map([
  [13.11, 'invalid card number'],
  [400, 'invalid input'],
  [401.11, 'unsupported card'],
  [401.4, 'invalid currency'],
  [401.5, 'invalid descriptor'],
  [401.9, 'invalid transaction'],
  [402, 'rule violation'],
  [403, '3ds problem'],
  [403.1, '3ds authentication failure'],
  [404.1, 'card declined'],
  [404.13, 'insufficient funds'],
  [404.14, 'suspected fraud'],
  [404.15, 'amount limit'],
  [404.2, 'blocked merchant'],
  [500, 'acquirer error'],
])

const schemeNames: Record<string, Scheme> = { 'american-express': 'amex', 'diners-club': 'diners' }

export function schemeOf(pan: string): Scheme {
  const type = validate.number(pan).card?.type ?? 'unknown'
  return schemeNames[type] ?? schemes.find((scheme) => scheme === type) ?? 'unknown'
}

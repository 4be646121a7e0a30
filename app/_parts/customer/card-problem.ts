import type { TextKey } from '@/app/_texts/catalogue'
import { hasCode } from '@/server/model/errors'
import { declineKey, type Words } from './words'

/** Texts that explain what is wrong with a card. */
export type CardProblem = Extract<
  TextKey,
  | `decline.${string}`
  | `new.${'bad' | 'past' | 'not' | 'stale' | 'failed' | 'noAnswer' | 'tooMany' | 'elsewhere'}${string}`
>

export interface CardProblemText {
  key: string
  text: string
}

const named = [
  'badNumber',
  'badExpires',
  'badCsc',
  'pastExpires',
  'notTest',
  'stale',
  'failed',
  'noAnswer',
  'tooMany',
  'tooManyEntered',
] as const

/** Returns the problem named in the query if it is a known one. */
export function problemNamed(
  key: string | undefined,
  words: Words,
  shop: string,
): CardProblemText | undefined {
  if (key === undefined) return undefined
  if (key === 'new.elsewhere') return { key, text: words.say(key, { shop }) }
  const name = named.find((each) => key === `new.${each}`)
  if (name) return { key, text: words.say(`new.${name}`) }
  return key.startsWith('decline.')
    ? { key, text: words.say(declineKey(key.slice('decline.'.length))) }
    : undefined
}

/** Returns the key of the text that explains why a card could not be entered or added; undefined if there is none. */
export function cardProblemOf(error: unknown): CardProblem | undefined {
  if (hasCode(error, 'card.declined')) return declineKey(error.params.code)
  if (hasCode(error, 'card.invalid-token', 'card.unknown-reference')) return 'new.stale'
  if (hasCode(error, 'card.too-many-declined')) return 'new.tooMany'
  if (hasCode(error, 'card.too-many-entered')) return 'new.tooManyEntered'
  if (hasCode(error, 'card-service.failed')) return 'new.failed'
  if (hasCode(error, 'card-service.no-response')) return 'new.noAnswer'
  if (hasCode(error, 'card.not-a-test-card')) return 'new.notTest'
  if (hasCode(error, 'card.expired')) return 'new.pastExpires'
  if (hasCode(error, 'card.security-code-length')) return 'new.badCsc'
  return hasCode(error, 'card.tokenised-elsewhere') ? 'new.elsewhere' : undefined
}

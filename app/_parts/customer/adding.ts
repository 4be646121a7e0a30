import type { TextKey } from '@/app/_texts/catalogue'
import { addMethod } from '@/server/account/change'
import { sha256 } from '@/server/core/crypto'
import { owedBy } from '@/server/customer/owed'
import { hasCode } from '@/server/model/errors'
import { forgettingStep, keepingStep } from './card-step'
import type { FormResult } from './posted'
import type { Visit } from './visit'
import { declineKey } from './words'

/** The page with the card form. */
export const typingPage = '/account/cards/new'
export const verifyingPage = '/account/cards/verify'

/**
 * Adds the card of a one-time token, or redirects to its verification. If a second press or a reload sends the same
 * token again, the card is added once and the response is the same.
 */
export async function addCard({ context, accountId, words }: Visit, token: string): Promise<FormResult> {
  const owed = () => owedBy(context, accountId)
  const before = await owed()
  const origin = `account:${accountId}:card:${sha256(token)}`
  try {
    await addMethod({ ...context, origin }, { id: accountId, method: { type: 'token', card: token } })
  } catch (error) {
    if (hasCode(error, 'card.verification')) {
      const { url, data } = error.params.challenge
      return { to: verifyingPage, cookies: [keepingStep({ accountId, token, url, pareq: data.pareq })] }
    }
    const problem = problemOf(error)
    if (!problem) throw error
    return problemIn(words, problem)
  }
  const cookies = [forgettingStep()]
  if (before.length === 0) return { to: '/account/cards', note: 'added', cookies }
  const isPaid = (await owed()).length === 0
  return { to: '/account', note: isPaid ? 'addedPaid' : 'addedUnpaid', cookies }
}

/** Texts that explain what is wrong with a card. */
export type CardProblem = Extract<
  TextKey,
  `decline.${string}` | `new.${'bad' | 'past' | 'not' | 'stale' | 'failed' | 'noAnswer' | 'tooMany'}${string}`
>

/** Redirects to the card form with the problem. */
export const problemIn = (
  words: Visit['words'],
  key: CardProblem | 'new.elsewhere',
  shop = '',
): FormResult => ({
  to: typingPage,
  problem: { key, text: key === 'new.elsewhere' ? words.say(key, { shop }) : words.say(key) },
  cookies: [forgettingStep()],
})

/** Returns the text for an error of adding a card. Undefined if no text explains it. */
function problemOf(error: unknown): CardProblem | undefined {
  if (hasCode(error, 'card.declined')) return declineKey(error.params.code)
  if (hasCode(error, 'card.invalid-token')) return 'new.stale'
  if (hasCode(error, 'card.too-many-declined')) return 'new.tooMany'
  if (hasCode(error, 'card-service.failed')) return 'new.failed'
  return hasCode(error, 'card-service.no-response') ? 'new.noAnswer' : undefined
}

import { z } from 'zod'
import type { TextKey } from '@/app/_texts/catalogue'
import { addMethod } from '@/server/account/change'
import { isVerification } from '@/server/card/errors'
import { sha256 } from '@/server/core/crypto'
import { owedBy } from '@/server/customer/owed'
import { KassaError } from '@/server/model/errors'
import type { Answer } from './posted'
import { forgettingStep, keepingStep } from './step'
import type { Visit } from './visit'
import { declineKey } from './words'

/** The page on which a card is typed in. */
export const typingPage = '/account/cards/new'
export const verifyingPage = '/account/cards/verify'

const Challenge = z.object({ url: z.string(), data: z.object({ pareq: z.string() }) })

/**
 * Adds the card of a one-time token, or leads to where its holder is verified first. The same token sent again, by a
 * second press or a reload, adds the card once and is answered as before.
 */
export async function addCard(
  { context, accountId, merchant, words }: Visit,
  token: string,
): Promise<Answer> {
  const owed = () => owedBy(context.db, merchant.id, accountId)
  const before = await owed()
  const origin = `account:${accountId}:card:${sha256(token)}`
  try {
    await addMethod({ ...context, origin }, accountId, { type: 'token', card: token })
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    const { url, data } = (isVerification(error) && Challenge.safeParse(error.content.details).data) || {}
    if (url && data) {
      return { to: verifyingPage, cookies: [keepingStep({ accountId, token, url, pareq: data.pareq })] }
    }
    return problemIn(words, refusalKey(error))
  }
  const cookies = [forgettingStep()]
  if (before.length === 0) return { to: '/account/cards', note: 'added', cookies }
  const isPaid = (await owed()).length === 0
  return { to: '/account', note: isPaid ? 'addedPaid' : 'addedUnpaid', cookies }
}

/** Texts that say what is wrong with a card. */
export type CardProblem = Extract<
  TextKey,
  `decline.${string}` | `new.${'bad' | 'past' | 'not' | 'stale' | 'noAnswer' | 'tooMany'}${string}`
>

/** Back to where the card is typed in, with what is wrong. */
export const problemIn = (words: Visit['words'], key: CardProblem | 'new.elsewhere', shop = ''): Answer => ({
  to: typingPage,
  problem: { key, text: key === 'new.elsewhere' ? words.say(key, { shop }) : words.say(key) },
  cookies: [forgettingStep()],
})

function refusalKey(error: KassaError): CardProblem {
  if (error.status >= 500) return 'new.noAnswer'
  if (error.status === 429) return 'new.tooMany'
  const { type, details } = error.content
  if (type === 'model.Card') return 'new.stale'
  return declineKey(String(details?.code))
}

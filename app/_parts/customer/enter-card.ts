import { tokeniseCard } from '@/server/card/tokenise-card'
import type { Context } from '@/server/core/context'
import { type CardCreatable, CardReference, CardCreatable as Typed } from '@/server/model/card/schemas'
import { hasCode } from '@/server/model/errors'
import type { PostedForm } from '../form'
import { type CardProblem, cardProblemOf } from './card-problem'
import type { StepCookie } from './card-step'
import { merchantName } from './frame'
import type { FormResult } from './handle-form'
import { type DeclinedPayer, limitDeclines } from './limit-declines'
import type { Words } from './words'

/** A card being entered, by whom and what for. */
export interface CardEntry extends DeclinedPayer {
  context: Context
  words: Words
  /** The page with the card form, and the one on which the cardholder confirms with the bank. */
  formPage: string
  verifyPage: string
  /** Keeps the card in the browser while the cardholder is at the bank. */
  step: StepCookie
  /**
   * Adds the card of a one-time token. Repeating it with the same token has the same result and adds no second card.
   * `owed` is the field of the form, if it has one: what was unpaid when the page was rendered.
   */
  add(token: string, owed: string | undefined): Promise<FormResult>
}

/**
 * Adds the card of a form: from its reference at the card service, or from its number and security code. Like `POST
 * /v1/card`, it turns these into a token and never returns, stores or logs them.
 */
export async function enterCard(entry: CardEntry, form: PostedForm): Promise<FormResult> {
  const card = cardIn(form)
  if (typeof card === 'string') return problemIn(entry, card)
  return explained(entry, () =>
    limitDeclines(entry, problemIn(entry, 'new.tooMany'), async () =>
      addToken(entry, { token: (await tokeniseCard(entry.context, card)).token, owed: form.get('owed') }),
    ),
  )
}

/**
 * Adds the card that the cardholder has confirmed with the bank: the one of the page that sent the form, or the one that
 * the browser keeps if the bank's page sent it.
 */
export async function addVerified(
  entry: CardEntry,
  { form, headers }: { form: PostedForm; headers: Headers },
): Promise<FormResult> {
  const { step, accountId } = entry
  const kept = step.read(form.get('step'), accountId) ?? step.valueIn(headers, accountId)
  if (!kept) return problemIn(entry, 'new.stale')
  return limitDeclines(entry, problemIn(entry, 'new.tooMany'), async () => {
    const result = await addToken(entry, kept)
    if (result.to !== entry.verifyPage) return result
    return { ...result, problem: { key: 'verify.notYet', text: entry.words.say('verify.notYet') } }
  })
}

/** Adds the card of a token, or redirects to its verification. */
async function addToken(
  entry: CardEntry,
  { token, owed }: { token: string; owed?: string | undefined },
): Promise<FormResult> {
  const { accountId, verifyPage: to, step } = entry
  try {
    const result = await explained(entry, () => entry.add(token, owed))
    return { ...result, cookies: [...(result.cookies ?? []), step.cleared()] }
  } catch (error) {
    if (!hasCode(error, 'card.verification')) throw error
    const { url, data } = error.params.challenge
    const cookies = [
      step.stored({ accountId, token, url, pareq: data.pareq, ...(owed !== undefined && { owed }) }),
    ]
    return { to, reveals: true, cookies }
  }
}

async function explained(entry: CardEntry, act: () => Promise<FormResult>): Promise<FormResult> {
  try {
    return await act()
  } catch (error) {
    const problem = cardProblemOf(error)
    if (!problem) throw error
    return problemIn(entry, problem)
  }
}

/** Redirects to the card form with the problem. */
const problemIn = ({ formPage, step, words, merchant }: CardEntry, key: CardProblem): FormResult => ({
  to: formPage,
  problem: {
    key,
    text: key === 'new.elsewhere' ? words.say(key, { shop: merchantName(merchant) }) : words.say(key),
  },
  cookies: [step.cleared()],
})

/** Returns the card in a form, or its reference at the card service, or the problem with it. */
function cardIn(form: PostedForm): CardCreatable | CardReference | CardProblem {
  const reference = form.get('reference')
  if (reference !== undefined) {
    const parsed = CardReference.safeParse({ reference })
    return parsed.success ? parsed.data : 'new.failed'
  }
  const [, month, year] = /^(\d{1,2}) ?[/. -]? ?(?:20)?(\d\d)$/.exec(form.get('expires')?.trim() ?? '') ?? []
  const parsed = Typed.safeParse({
    pan: form.get('number')?.replace(/[\s-]/g, ''),
    expires: [Number(month), Number(year)],
    csc: form.get('csc')?.trim(),
  })
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  if (wrong.has('pan')) return 'new.badNumber'
  return wrong.has('expires') ? 'new.badExpires' : 'new.badCsc'
}

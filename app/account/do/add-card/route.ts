import { tokeniseCard } from '@/server/card/tokenise-card'
import { type CardCreatable, CardCreatable as Typed } from '@/server/model/card/schemas'
import { hasCode } from '@/server/model/errors'
import { addCard, type CardProblem, problemIn, typingPage } from '../../../_parts/customer/adding'
import { merchantName } from '../../../_parts/customer/frame'
import { type Form, posted, toAccount } from '../../../_parts/customer/posted'
import { trying } from '../../../_parts/customer/trying'

/**
 * A card that was typed in. Its number and code are in this request alone: they are made a token, as `POST /v1/card`
 * does, and are answered, kept and logged nowhere.
 */
export const POST = posted(
  () => typingPage,
  async (visit, form) => {
    const { context, words, merchant } = visit
    const card = cardIn(form)
    if (typeof card === 'string') return problemIn(words, card)
    try {
      return await trying(visit, problemIn(words, 'new.tooMany'), async () =>
        addCard(visit, (await tokeniseCard(context, card)).token),
      )
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      return problemIn(words, problem, merchantName(merchant))
    }
  },
)

export const GET = toAccount

/** The text for an error of the card service's with what was typed; undefined for one that no text explains. */
function problemOf(error: unknown): CardProblem | 'new.elsewhere' | undefined {
  if (hasCode(error, 'card.not-a-test-card')) return 'new.notTest'
  if (hasCode(error, 'card.expired')) return 'new.pastExpires'
  if (hasCode(error, 'card.security-code-length')) return 'new.badCsc'
  if (hasCode(error, 'card.too-many-entered')) return 'new.tooMany'
  return hasCode(error, 'card.tokenised-elsewhere') ? 'new.elsewhere' : undefined
}

/** The card of a form, as people write it, or what is wrong with it. */
function cardIn(form: Form): CardCreatable | CardProblem {
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

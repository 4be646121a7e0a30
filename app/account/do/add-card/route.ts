import { tokeniseCard } from '@/server/card/tokenise-card'
import { type CardCreatable, CardReference, CardCreatable as Typed } from '@/server/model/card/schemas'
import { hasCode } from '@/server/model/errors'
import { addCard, type CardProblem, problemIn, typingPage } from '../../../_parts/customer/adding'
import { merchantName } from '../../../_parts/customer/frame'
import { posted, toAccount } from '../../../_parts/customer/posted'
import { trying } from '../../../_parts/customer/trying'
import type { PostedForm } from '../../../_parts/form'

/**
 * Adds a card from the form: from its reference at the card service, or from its number and security code. These exist in
 * this request only: like `POST /v1/card`, it turns them into a token and never returns, stores or logs them.
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

/** Returns the text for an error of the card service about the form. Undefined if no text explains it. */
function problemOf(error: unknown): CardProblem | 'new.elsewhere' | undefined {
  if (hasCode(error, 'card.not-a-test-card')) return 'new.notTest'
  if (hasCode(error, 'card.unknown-reference')) return 'new.stale'
  if (hasCode(error, 'card-service.failed')) return 'new.failed'
  if (hasCode(error, 'card.expired')) return 'new.pastExpires'
  if (hasCode(error, 'card.security-code-length')) return 'new.badCsc'
  if (hasCode(error, 'card.too-many-entered')) return 'new.tooMany'
  return hasCode(error, 'card.tokenised-elsewhere') ? 'new.elsewhere' : undefined
}

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

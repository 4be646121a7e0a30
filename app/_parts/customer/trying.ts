import { withCardTry } from '@/server/customer/card-tries'
import { runtime } from '@/server/runtime'
import { verifyingPage } from './adding'
import type { NoteName } from './note'
import type { Answer } from './posted'
import type { Visit } from './visit'

/** Does what has a card tried, unless too many were declined lately; then `refusal` is the answer. */
export const trying = async (
  { accountId, merchant }: Visit,
  refusal: Answer,
  act: () => Promise<Answer>,
): Promise<Answer> =>
  (await withCardTry(runtime(), { merchantId: merchant.id, accountId }, act, isDeclined)) ?? refusal

const declines: ReadonlySet<NoteName> = new Set(['addedUnpaid', 'defaultUnpaid', 'failed'] as const)

/** A bank that wants its card's holder verified has told that there is such a card: the like counts as well. */
const isDeclined = ({ to, note, problem }: Answer): boolean =>
  problem
    ? problem.key.startsWith('decline.')
    : to === verifyingPage || (note !== undefined && declines.has(note))

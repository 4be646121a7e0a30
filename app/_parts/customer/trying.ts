import { withCardAttempt } from '@/server/customer/card-attempts'
import { runtime } from '@/server/runtime'
import { verifyingPage } from './adding'
import type { NoteName } from './note'
import type { FormResult } from './posted'
import type { Visit } from './visit'

/** Runs an action that tries a card. Returns `refusal` instead if too many cards were declined recently. */
export const trying = async (
  { accountId, merchant }: Visit,
  refusal: FormResult,
  act: () => Promise<FormResult>,
): Promise<FormResult> =>
  (await withCardAttempt(runtime(), { merchantId: merchant.id, accountId }, act, isDeclined)) ?? refusal

const declines: ReadonlySet<NoteName> = new Set(['addedUnpaid', 'defaultUnpaid', 'failed'] as const)

/** A request for verification counts as well: it reveals that the card exists. */
const isDeclined = ({ to, note, problem }: FormResult): boolean =>
  problem
    ? problem.key.startsWith('decline.')
    : to === verifyingPage || (note !== undefined && declines.has(note))

import type { Merchant } from '@/db/schema'
import { withCardAttempt } from '@/server/customer/card-attempts'
import { runtime } from '@/server/runtime'
import type { FormResult } from './handle-form'
import type { NoteName } from './true-note'

/** The account whose card is attempted. */
export interface DeclinedPayer {
  accountId: string
  merchant: Merchant
}

/** Runs an action in which a card may be declined. Returns `refusal` instead if too many were declined recently. */
export const limitDeclines = async (
  { accountId, merchant }: DeclinedPayer,
  refusal: FormResult,
  act: () => Promise<FormResult>,
): Promise<FormResult> =>
  (await withCardAttempt(runtime(), { merchantId: merchant.id, accountId }, act, isDeclined)) ?? refusal

const declines: ReadonlySet<NoteName> = new Set([
  'addedUnpaid',
  'defaultUnpaid',
  'removedUnpaid',
  'failed',
] as const)

const isDeclined = ({ note, problem, reveals = false }: FormResult): boolean =>
  problem ? problem.key.startsWith('decline.') : reveals || (note !== undefined && declines.has(note))

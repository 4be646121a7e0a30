import * as z from 'zod'
import { fieldNames, type InformationValues } from './information'
import { sealedCookie } from './sealed-cookie'

/**
 * Changes in the form that could not be saved, because they were invalid or the session had ended. The browser stores them,
 * encrypted, for the page that explains why.
 */
const draft = sealedCookie(
  { name: 'kassa_draft', path: '/account/information', seconds: 3600 },
  z.strictObject({ accountId: z.string(), values: z.partialRecord(z.enum(fieldNames), z.string()) }),
)

/** Whether the changes are short enough to be stored. */
export const draftFits = (accountId: string, values: InformationValues): boolean =>
  draft.fits({ accountId, values })

/** Of changes that are too long, only that there were some is stored. */
export const draftCookie = (accountId: string, values: InformationValues): string =>
  draft.stored({ accountId, values: draftFits(accountId, values) ? values : {} })

export const clearedDraftCookie = draft.cleared

/** Returns the changes that this account made and that are not saved yet. */
export const draftIn = (headers: Headers, accountId: string): InformationValues | undefined =>
  draft.valueIn(headers, accountId)?.values

import { headers } from 'next/headers'
import type { Merchant } from '@/db/schema'
import { languageIn } from './language'
import { type Words, wordsFor } from './words'

/** How a page speaks that needs no session. */
export const presentWords = async (merchant: Merchant | undefined): Promise<Words> =>
  wordsFor(languageIn(await headers()), merchant)

/** The address of a page that names its merchant in its query. */
export const pageFor = (path: string, merchant: Merchant | undefined): string =>
  merchant ? `${path}?merchant=${merchant.id}` : path

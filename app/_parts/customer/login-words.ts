import { headers } from 'next/headers'
import type { Merchant } from '@/db/schema'
import { languageIn } from './language'
import { type Words, wordsFor } from './words'

/** The texts of a page that needs no session. */
export const presentWords = async (merchant: Merchant | undefined): Promise<Words> =>
  wordsFor(languageIn(await headers()), merchant)

/** Returns the address of a page with its merchant in the query. */
export const pageFor = (path: string, merchant: Merchant | undefined): string =>
  merchant ? `${path}?merchant=${merchant.id}` : path

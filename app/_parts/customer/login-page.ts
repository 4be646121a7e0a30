import { headers } from 'next/headers'
import type { Merchant } from '@/db/schema'
import { isMerchantId } from '@/server/core/id'
import { findMerchant } from '@/server/merchant/create-merchant'
import { runtime } from '@/server/runtime'
import { languageIn } from './language'
import { type Words, wordsFor } from './words'

/** The query of the pages that customers can reach without a link. */
export type MerchantQuery = Promise<{ merchant?: string | string[] }>

/** Returns the merchant that `?merchant=` names, the page's texts, and its path with the merchant in the query. */
export async function loginPage(path: string, query: MerchantQuery) {
  const { merchant: id } = await query
  const isNamed = typeof id === 'string' && isMerchantId(id)
  const merchant = isNamed ? await findMerchant(runtime().db, id) : undefined
  return { merchant, words: await wordsForVisitor(merchant), path: pageFor(path, merchant) }
}

/** The texts of a page that needs no session. */
export const wordsForVisitor = async (merchant: Merchant | undefined): Promise<Words> =>
  wordsFor(languageIn(await headers()), merchant)

/** Returns the path of a page with its merchant in the query. */
export const pageFor = (path: string, merchant: Merchant | undefined): string =>
  merchant ? `${path}?merchant=${merchant.id}` : path

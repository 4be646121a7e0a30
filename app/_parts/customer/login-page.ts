import { headers } from 'next/headers'
import { cache } from 'react'
import type { Merchant } from '@/db/schema'
import { isMerchantId } from '@/server/core/id'
import { findLink } from '@/server/link/find-link'
import { findMerchant } from '@/server/merchant/find-merchant'
import type { Language } from '@/server/model/language'
import { runtime } from '@/server/runtime'
import { languageOfAccount } from '@/server/store/accounts'
import { languageIn } from './language'
import { currentVisit } from './visit'
import { type Words, wordsFor } from './words'

/** The query of the pages that customers can reach without a link. */
export type MerchantQuery = Promise<{ merchant?: string | string[] }>

/** Returns the merchant that `?merchant=` names, the page's texts, and its path with the merchant in the query. */
export async function loginPage(path: string, query: MerchantQuery) {
  const { merchant: id } = await query
  const isNamed = typeof id === 'string' && isMerchantId(id)
  const merchant = isNamed ? await findMerchant(runtime().db, id) : undefined
  return { merchant, words: await wordsOfVisit(merchant), path: pageFor(path, merchant) }
}

/** The texts of a page that needs no session. `known`: the customer's language, if the page knows the customer. */
export const wordsForVisitor = async (
  merchant: Merchant | undefined,
  known?: Language | null,
): Promise<Words> => wordsFor(languageIn(await headers(), known), merchant)

/** The texts of a page that does not know the customer, in the language of the session if there is one. */
const wordsOfVisit = async (merchant: Merchant | undefined): Promise<Words> =>
  wordsFor((await currentVisit()).words.language, merchant)

/** Returns the login link of a key, for the page being rendered. */
export const currentLink = cache((key: string) => findLink(runtime(), key))

/** Returns the texts of the page of a login link. */
export async function wordsForLink(key: string): Promise<Words> {
  const found = await currentLink(key)
  return found.state === 'unknown'
    ? wordsOfVisit(found.merchant)
    : wordsForVisitor(found.merchant, languageOfAccount(found.account))
}

/** Returns the path of a page with its merchant in the query. */
export const pageFor = (path: string, merchant: Merchant | undefined): string =>
  merchant ? `${path}?merchant=${merchant.id}` : path

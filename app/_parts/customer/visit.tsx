import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import type { Merchant } from '@/db/schema'
import { todayOf } from '@/server/core/clock'
import type { Context } from '@/server/core/context'
import { isMerchantId } from '@/server/core/id'
import { findSession } from '@/server/customer/session'
import { sourceOf } from '@/server/http/source'
import { findMerchant } from '@/server/merchant/find-merchant'
import type { Day } from '@/server/model/calendar'
import { hasCode } from '@/server/model/errors'
import { runtime } from '@/server/runtime'
import { languageOfAccount, requireAccount } from '@/server/store/accounts'
import { accountKeyIn, shopIn } from './cookie'
import { languageIn } from './language'
import { SignedOut } from './signed-out'
import { withQuery } from './with-query'
import { type Words, wordsFor } from './words'

/** A logged-in customer, limited to their own account. */
export interface Visit {
  context: Context
  keyId: string
  accountId: string
  merchant: Merchant
  words: Words
  /** Today in the merchant's time zone. */
  today: Day
}

interface FoundVisit {
  visit: Visit | undefined
  merchant: Merchant | undefined
  words: Words
}

/** Returns the visit that a browser's cookie gives access to. */
export async function findVisit(sent: Headers): Promise<FoundVisit> {
  const session = await findSession(runtime(), { key: accountKeyIn(sent), source: sourceOf(sent) })
  if (session?.state !== 'open') {
    const merchant = session?.merchant ?? (await merchantBefore(sent))
    return { visit: undefined, merchant, words: wordsFor(languageIn(sent), merchant) }
  }
  const { context, keyId, accountId } = session
  const { merchant } = context
  const words = wordsFor(
    languageIn(sent, languageOfAccount(await requireAccount(context, accountId))),
    merchant,
  )
  const today = todayOf(context)
  return { visit: { context, keyId, accountId, merchant, words, today }, merchant, words }
}

/** Returns the merchant that this browser last visited. */
async function merchantBefore(sent: Headers): Promise<Merchant | undefined> {
  const id = shopIn(sent)
  return id === undefined ? undefined : findMerchant(runtime().db, id)
}

/** Returns the same for the page being rendered. */
export const currentVisit = cache(async () => findVisit(await headers()))

/**
 * Returns the same for a page whose address names a merchant, which is then the one to log in at. A session at another
 * merchant gives no access to the page. `elsewhere`: that other merchant.
 */
export const visitAt = cache(
  async (merchantId: string | undefined): Promise<FoundVisit & { elsewhere?: Merchant }> => {
    const found = await currentVisit()
    const { visit, words } = found
    if (merchantId === undefined || !isMerchantId(merchantId) || merchantId === visit?.merchant.id)
      return found
    const merchant = await findMerchant(runtime().db, merchantId)
    if (!merchant) return found
    return {
      ...{ visit: undefined, merchant, words: wordsFor(words.language, merchant) },
      ...(visit && { elsewhere: visit.merchant }),
    }
  },
)

/**
 * Renders a page of the account, or the login page for a visitor without a session, who returns to `path` afterwards.
 * What belongs to another account is "not found". `merchantId`: the merchant in the page's address.
 */
export async function accountPage(
  path: string,
  page: (visit: Visit) => Promise<ReactNode>,
  merchantId?: string,
): Promise<ReactNode> {
  const found = await visitAt(merchantId)
  if (!found.visit) {
    const named = withQuery(path, { merchant: merchantId && found.merchant?.id })
    return <SignedOut {...found} path={named} />
  }
  try {
    return await page(found.visit)
  } catch (error) {
    if (hasCode(error, 'not-found')) notFound()
    throw error
  }
}

/** Returns the single value of a query parameter. */
export const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

export type Query = Promise<Record<string, string | string[] | undefined>>

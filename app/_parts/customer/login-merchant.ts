import type { Merchant } from '@/db/schema'
import { isMerchantId } from '@/server/core/id'
import { findMerchant } from '@/server/merchant/create-merchant'
import { runtime } from '@/server/runtime'

/** The query of the pages that customers can reach without a link. */
export type MerchantQuery = Promise<{ merchant?: string | string[] }>

/** Returns the merchant that `?merchant=` names, if there is one. */
export async function merchantOf(query: MerchantQuery): Promise<Merchant | undefined> {
  const { merchant } = await query
  return typeof merchant === 'string' && isMerchantId(merchant)
    ? findMerchant(runtime().db, merchant)
    : undefined
}

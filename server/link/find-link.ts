import { and, eq } from 'drizzle-orm'
import type { Merchant } from '@/db/schema'
import { account, accountLink, merchant } from '@/db/schema'
import { merchantClock } from '../core/clock'
import type { Scope } from '../core/context'
import { sha256 } from '../core/crypto'
import type { Installation } from '../core/runtime'
import { findMerchant } from '../merchant/find-merchant'
import { mayActAs } from '../model/roles'
import { type AccountRow, isAddressOf } from '../store/accounts'
import { findMember } from '../team/changing-team'
import type { LinkRow } from './create-link'
import { merchantNamedIn, readLinkKey } from './link-key'

/** What a login key opens, and whether it still works. For an unknown key, at most the merchant. */
export type FoundLink =
  | { state: 'fresh' | 'used' | 'expired'; link: LinkRow; merchant: Merchant; account: AccountRow }
  | { state: 'unknown'; merchant: Merchant | undefined }

/** Looks up a login key without using it. Accepts any text. */
export async function findLink({ db, clock }: Installation, key: string): Promise<FoundLink> {
  const named = await readLinkKey(key)
  if (!named) {
    const merchantId = merchantNamedIn(key)
    return { state: 'unknown', merchant: merchantId ? await findMerchant(db, merchantId) : undefined }
  }
  const [found] = await db
    .select({ link: accountLink, merchant, account })
    .from(accountLink)
    .innerJoin(merchant, eq(merchant.id, accountLink.merchantId))
    .innerJoin(
      account,
      and(eq(account.merchantId, accountLink.merchantId), eq(account.id, accountLink.accountId)),
    )
    .where(
      and(
        eq(accountLink.merchantId, named.merchant),
        eq(accountLink.id, named.id),
        eq(accountLink.keyHash, sha256(key)),
      ),
    )
  if (!found) return { state: 'unknown', merchant: await findMerchant(db, named.merchant) }
  // Sent to an address that is no longer the customer's, or never was: it opens and reveals nothing.
  if (!isAddressOf(found.account, found.link.contact)) {
    return { state: 'unknown', merchant: found.merchant }
  }
  if (found.link.used !== null) return { state: 'used', ...found }
  const now = merchantClock(clock, found.merchant).now()
  const isExpired =
    found.link.expires <= now || !(await maySenderSend({ db, merchant: found.merchant }, found.link))
  return { state: isExpired ? 'expired' : 'fresh', ...found }
}

/** Members who send a link also see it, so it stops working once they may no longer send links. */
export async function maySenderSend(scope: Scope, { origin }: Pick<LinkRow, 'origin'>): Promise<boolean> {
  const [, userId] = /^user:([^:]+):/.exec(origin ?? '') ?? []
  if (userId === undefined) return true
  const member = await findMember(scope, userId)
  return member !== undefined && mayActAs(member.role, 'support')
}

import { and, eq, gt, isNull } from 'drizzle-orm'
import { accountLink } from '@/db/schema'
import { merchantClock } from '../core/clock'
import type { Installation } from '../core/runtime'
import { openSession } from '../key/customer-sessions'
import { accountTransaction, isAddressOf } from '../store/accounts'
import { findLink } from './find-link'

/**
 * Uses up a login link and returns the account key that signs its customer in. Returns undefined for a link that is used,
 * expired or unknown, or was sent to an address other than the customer's. Of several simultaneous uses, one succeeds.
 */
export async function useLink({ db, clock }: Installation, key: string): Promise<string | undefined> {
  const found = await findLink({ db, clock }, key)
  if (found.state !== 'fresh') return undefined
  const { link, merchant } = found
  const context = { db, merchant, clock: merchantClock(clock, merchant) }
  const now = context.clock.now()
  return accountTransaction(context, link.accountId, async (inside, account) => {
    // Checked again while nothing can change: another request may have been faster.
    if (!isAddressOf(account, link.contact)) return undefined
    const taken = await inside.db
      .update(accountLink)
      .set({ used: now })
      .where(
        and(
          eq(accountLink.merchantId, merchant.id),
          eq(accountLink.id, link.id),
          isNull(accountLink.used),
          gt(accountLink.expires, now),
        ),
      )
    return taken.count === 1 ? openSession(inside, link.accountId) : undefined
  })
}

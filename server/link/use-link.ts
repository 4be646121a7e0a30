import { and, eq, gt, isNull } from 'drizzle-orm'
import { accountLink } from '@/db/schema'
import { hours, later, merchantClock } from '../core/clock'
import { inTransaction } from '../core/context'
import type { Installation } from '../core/runtime'
import { issueKey } from '../key/issue-key'
import { findLink } from './find-link'

/** How long a customer stays signed in. */
export const sessionLife = hours(12)

/**
 * Uses up a login link and returns the account key that signs its customer in for 12 hours. Returns undefined for a
 * link that is used, expired or unknown. Of several simultaneous uses, one succeeds.
 */
export async function useLink({ db, clock }: Installation, key: string): Promise<string | undefined> {
  const found = await findLink({ db, clock }, key)
  if (found.state !== 'fresh') return undefined
  const { link, merchant } = found
  const context = { db, merchant, clock: merchantClock(clock, merchant) }
  const now = context.clock.now()
  return inTransaction(context, async (inside) => {
    // Checked again in the statement that uses it up: another request may have been faster.
    const [taken] = await inside.db
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
      .returning({ accountId: accountLink.accountId })
    if (!taken) return undefined
    const issued = await issueKey(inside, {
      kind: 'account',
      name: 'Login link',
      accountId: taken.accountId,
      expires: later(now, sessionLife),
    })
    return issued.key
  })
}

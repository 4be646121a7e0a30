import { and, desc, eq } from 'drizzle-orm'
import { accountLink } from '@/db/schema'
import type { Context } from '../core/context'
import { requireAccount } from '../store/accounts'

/** A login link as it may be shown, without its key. */
export interface SentLink {
  id: string
  contact: string
  created: Date
  expires: Date
  used: Date | null
  state: 'used' | 'expired' | 'open'
}

/** Returns the newest login links of an account. Throws `not-found`. */
export async function listSentLinks(
  context: Context,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<SentLink[]> {
  const { db, merchant, clock } = context
  await requireAccount(context, accountId)
  const { id, contact, created, expires, used } = accountLink
  const rows = await db
    .select({ id, contact, created, expires, used })
    .from(accountLink)
    .where(and(eq(accountLink.merchantId, merchant.id), eq(accountLink.accountId, accountId)))
    .orderBy(desc(accountLink.created))
    .limit(limit)
  const now = clock.now()
  return rows.map((row) => ({ ...row, state: row.used ? 'used' : row.expires <= now ? 'expired' : 'open' }))
}

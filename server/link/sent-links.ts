import { and, desc, eq } from 'drizzle-orm'
import { accountLink } from '@/db/schema'
import type { Context } from '../core/context'
import { requireAccount } from '../store/accounts'
import { maySenderSend } from './find-link'

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
  const { id, contact, created, expires, used, origin } = accountLink
  const rows = await db
    .select({ id, contact, created, expires, used, origin })
    .from(accountLink)
    .where(and(eq(accountLink.merchantId, merchant.id), eq(accountLink.accountId, accountId)))
    .orderBy(desc(accountLink.created))
    .limit(limit)
  const now = clock.now()
  return Promise.all(
    rows.map(async ({ origin, ...row }) => {
      if (row.used) return { ...row, state: 'used' as const }
      const isOpen = row.expires > now && (await maySenderSend(context, { origin }))
      return { ...row, state: isOpen ? ('open' as const) : ('expired' as const) }
    }),
  )
}

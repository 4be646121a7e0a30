import { and, eq, isNull } from 'drizzle-orm'
import { apiKey } from '@/db/schema'
import { hours, later } from '../core/clock'
import type { TimedScope } from '../core/context'
import { issueKey } from '../key/issue-key'

/** How long a customer stays logged in. */
export const sessionLife = hours(12)

/** Distinguishes the account keys of login links from those that merchants create. */
const name = 'Login link'

/** Signs the customer of an account in for 12 hours. Returns the account key. */
export async function openSession(inside: TimedScope, accountId: string): Promise<string> {
  const expires = later(inside.clock.now(), sessionLife)
  return (await issueKey(inside, { kind: 'account', name, accountId, expires })).key
}

/** Signs the customer of an account out everywhere. Account keys that the merchant created keep working. */
export async function endSessions({ db, merchant, clock }: TimedScope, accountId: string): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: clock.now() })
    .where(
      and(
        eq(apiKey.merchantId, merchant.id),
        eq(apiKey.accountId, accountId),
        eq(apiKey.name, name),
        isNull(apiKey.revoked),
      ),
    )
}

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { accountLink, apiKey } from '@/db/schema'
import { hours, later } from '../core/clock'
import type { TimedScope } from '../core/context'
import { instantSql } from '../core/instants'
import { userOrigin } from '../core/user-origin'
import { issueKey } from './issue-key'

/** How long a customer stays logged in. */
export const sessionLife = hours(12)

/** Distinguishes the account keys of login links from those that merchants create. */
const name = 'Login link'

/** Whether an account key comes from a login link. */
export const isSessionKey = (key: { name: string }): boolean => key.name === name

/** Signs the customer of an account in for 12 hours. Returns the account key. */
export async function openSession(inside: TimedScope, accountId: string): Promise<string> {
  const expires = later(inside.clock.now(), sessionLife)
  return (await issueKey(inside, { kind: 'account', name, accountId, expires })).key
}

/** Signs the customer of an account out everywhere. Account keys that the merchant created keep working. */
export const endSessions = (scope: TimedScope, accountId: string): Promise<void> =>
  end(scope, eq(apiKey.accountId, accountId))

/** Ends all keys of an account, also those that the merchant created. */
export async function endAccountKeys({ db, merchant, clock }: TimedScope, accountId: string): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: clock.now() })
    .where(and(eq(apiKey.merchantId, merchant.id), eq(apiKey.accountId, accountId), isNull(apiKey.revoked)))
}

/**
 * Signs out the customers to whom a member of the team sent a login link that was used while a session can last. Members
 * see the links that they send, so it may be the member who is signed in.
 */
export const endSessionsFrom = (scope: TimedScope, userId: string): Promise<void> =>
  end(
    scope,
    sql`${apiKey.accountId} in (select ${accountLink.accountId} from ${accountLink}
      where ${accountLink.merchantId} = ${scope.merchant.id} and starts_with(${accountLink.origin}, ${userOrigin(userId, '')})
        and ${accountLink.used} > ${instantSql(later(scope.clock.now(), -sessionLife))})`,
  )

async function end({ db, merchant, clock }: TimedScope, which: SQL): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: clock.now() })
    .where(and(eq(apiKey.merchantId, merchant.id), which, eq(apiKey.name, name), isNull(apiKey.revoked)))
}

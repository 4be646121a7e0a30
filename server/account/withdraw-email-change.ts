import { and, eq, isNull } from 'drizzle-orm'
import { emailChange } from '@/db/schema'
import type { TimedScope } from '../core/context'

/** Discards the new address that an account's customer has not confirmed yet. */
export async function withdrawEmailChange(
  { db, merchant, clock }: TimedScope,
  accountId: string,
): Promise<void> {
  await db
    .update(emailChange)
    .set({ ended: clock.now() })
    .where(
      and(
        eq(emailChange.merchantId, merchant.id),
        eq(emailChange.accountId, accountId),
        isNull(emailChange.ended),
      ),
    )
}

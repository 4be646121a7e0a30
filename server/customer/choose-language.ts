import { and, eq, isNull } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import type { Language } from '../model/language'

/**
 * Stores the language that a customer has chosen for mail. The merchant's setting takes precedence. `isRemembered`: the
 * browser kept the choice, perhaps another customer's, so it does not replace one that is stored.
 */
export async function chooseLanguage(
  { db, merchant }: Scope,
  {
    accountId,
    language,
    isRemembered = false,
  }: { accountId: string; language: Language; isRemembered?: boolean },
): Promise<void> {
  await db
    .update(account)
    .set({ chosenLanguage: language })
    .where(
      and(
        eq(account.merchantId, merchant.id),
        eq(account.id, accountId),
        isNull(account.erased),
        isRemembered ? isNull(account.chosenLanguage) : undefined,
      ),
    )
}

import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import type { Scope } from '../core/context'
import type { Language } from '../model/language'

/** Stores the language that a customer has chosen for mail. The merchant's setting takes precedence. */
export async function chooseLanguage(
  { db, merchant }: Scope,
  { accountId, language }: { accountId: string; language: Language },
): Promise<void> {
  await db
    .update(account)
    .set({ chosenLanguage: language })
    .where(and(eq(account.merchantId, merchant.id), eq(account.id, accountId)))
}

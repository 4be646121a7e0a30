import type { Queryable } from '@/db/client'
import { merchant } from '@/db/schema'

/** Id of the merchant of an installation that has one only. Throws when there are others, or none. */
export async function onlyMerchant(db: Queryable): Promise<string> {
  const [first, second] = await db.select({ id: merchant.id }).from(merchant).limit(2)
  if (!first) throw new Error('There is no merchant yet. Make one: npm run merchant -- create')
  if (second) throw new Error('There are several merchants. Say which: --merchant ID')
  return first.id
}

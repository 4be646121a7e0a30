import { eq } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type Merchant, merchant } from '@/db/schema'

/** Finds a merchant by its id. */
export async function findMerchant(db: Queryable, id: string): Promise<Merchant | undefined> {
  const [found] = await db.select().from(merchant).where(eq(merchant.id, id))
  return found
}

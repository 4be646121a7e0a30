import type { Database } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { merchant } from '@/db/schema'
import { config } from '../core/config/config'
import { readDemo } from '../core/demo'
import { findMerchant } from '../merchant/find-merchant'

/** Returns the merchants that a command works on: the named one, else all of them. */
export const chosenMerchants = async (db: Database, id: string | undefined): Promise<Merchant[]> =>
  id === undefined ? db.select().from(merchant).orderBy(merchant.id) : [await chooseMerchant(db, id)]

/**
 * Returns the merchant that a command works on: the named one, else the demo's, else the only one. Throws with
 * instructions if there is no such merchant.
 */
export async function chooseMerchant(db: Database, id: string | undefined): Promise<Merchant> {
  const { embedded, dataDir } = config()
  const named = id ?? (embedded ? readDemo(dataDir)?.merchant : undefined)
  if (named !== undefined) {
    const found = await findMerchant(db, named)
    if (found) return found
    if (id !== undefined) throw new Error(`No merchant ${id}. Choose another: --merchant ID`)
  }
  const [only, another] = await db.select().from(merchant).limit(2)
  if (!only) throw new Error('No merchants yet. Create one: npm run merchant -- create')
  if (another) throw new Error('There are several merchants. Choose one: --merchant ID')
  return only
}

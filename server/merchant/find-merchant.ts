import { eq, inArray } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { type Merchant, merchant } from '@/db/schema'

/** Finds a merchant by its id. */
export async function findMerchant(db: Queryable, id: string): Promise<Merchant | undefined> {
  const [found] = await db.select().from(merchant).where(eq(merchant.id, id))
  return found
}

/** Returns a merchant that other rows belong to, and that therefore exists. */
export async function requireMerchant(db: Queryable, id: string): Promise<Merchant> {
  const found = await findMerchant(db, id)
  if (!found) throw missing(id)
  return found
}

const missing = (id: string) => new Error(`There is no merchant ${id}`)

interface Owned {
  merchantId: string
}

/** Reads the merchants that rows belong to, and returns a function that returns that of a row. */
export async function merchantsOf(db: Queryable, rows: readonly Owned[]): Promise<(row: Owned) => Merchant> {
  const ids = [...new Set(rows.map(({ merchantId }) => merchantId))]
  const found = ids.length === 0 ? [] : await db.select().from(merchant).where(inArray(merchant.id, ids))
  const byId = new Map(found.map((each) => [each.id, each]))
  return ({ merchantId }) => {
    const owner = byId.get(merchantId)
    if (!owner) throw missing(merchantId)
    return owner
  }
}

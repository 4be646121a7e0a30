import type { Database } from '@/db/client'

/** A database on which `action` is done just before each transaction begins, as if another process were quicker. */
export function quickerThan(db: Database, action: () => Promise<unknown>): Database {
  const raced: Database = Object.create(db)
  raced.transaction = async (work, config) => {
    await action()
    return db.transaction(work, config)
  }
  return raced
}

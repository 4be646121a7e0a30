import type { Database } from './client'

/** Returns a function that creates a value for each database, once. */
export function perDatabase<T>(create: (db: Database) => T): (db: Database) => T {
  const known = new WeakMap<Database, T>()
  return (db) => {
    const value = known.get(db) ?? create(db)
    known.set(db, value)
    return value
  }
}

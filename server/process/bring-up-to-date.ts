import { DatabaseProblem, explained, migratedByNewer } from './database-problem'
import { verifyEncryptionKey } from './encryption-key'

/** Migrates the database. Throws a DatabaseProblem, or a ConfigError if the encryption key is wrong. */
export const bringUpToDate = (): Promise<void> =>
  explained(async (databaseUrl) => {
    // Before the migrations, which must not change a database whose key is lost; and after them, for a new database.
    await verifyEncryptionKey(databaseUrl)
    // Imported only here, because it loads the job queue: a fifth of a command's start, and most commands do not migrate.
    const { migrate } = await import('@/db/migrate')
    if (!(await migrate(databaseUrl))) throw new DatabaseProblem(migratedByNewer)
    await verifyEncryptionKey(databaseUrl)
  })

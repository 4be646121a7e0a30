import { migrate } from '@/db/migrate'
import { ConfigError } from '../core/config/config'
import { verifyEncryptionKey } from '../process/encryption-key'
import { withDatabase } from '../process/with-database'

withDatabase(async ({ databaseUrl }) => {
  await migrate(databaseUrl)
  // Verified again, because a new database now has its tables.
  await verifyEncryptionKey(databaseUrl)
}).then(
  () => console.log('The database is up to date.'),
  (error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  },
)

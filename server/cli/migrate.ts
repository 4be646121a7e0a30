import { migrate } from '@/db/migrate'
import { ConfigError } from '../core/config/config'
import { verifyEncryptionKey } from '../process/encryption-key'
import { withDatabase } from '../process/with-database'
import { command, typed } from './command'

const usage = `Usage:
  npm run migrate    Brings the database up to date.`

const { positionals } = typed(usage, {})
if (positionals.length > 0)
  await command(() => Promise.reject(new Error(`Unknown argument: ${positionals.join(' ')}`)), usage)
else
  await withDatabase(async ({ databaseUrl }) => {
    await migrate(databaseUrl)
    // Verified again, because a new database now has its tables.
    await verifyEncryptionKey(databaseUrl)
  }).then(
    () => console.log('The database is up to date.'),
    // Other errors are printed in full, with their causes.
    (error: unknown) => {
      console.error(error instanceof ConfigError ? error.message : error)
      process.exitCode = 1
    },
  )

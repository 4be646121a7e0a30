import { migrate } from '@/db/migrate'
import { ConfigError } from '@/server/config/config'
import { withDatabase } from './with-database'

withDatabase(({ databaseUrl }) => migrate(databaseUrl)).then(
  () => console.log('The database is up to date.'),
  (error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  },
)

import { bringUpToDate } from '../process/bring-up-to-date'
import { explain, isExplained } from '../process/explain'
import { withDatabase } from '../process/with-database'
import { typed } from './command'

const usage = `Usage:
  npm run migrate    Brings the database up to date.`

typed(usage, {})
await withDatabase(bringUpToDate, { create: true }).then(
  () => console.log('The database is up to date.'),
  (error: unknown) => {
    // An error of a migration itself is printed in full, with its causes.
    console.error(isExplained(error) ? explain(error) : error)
    process.exitCode = 1
  },
)

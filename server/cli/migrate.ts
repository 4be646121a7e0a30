import { bringUpToDate } from '../process/bring-up-to-date'
import { explain, isExplained } from '../process/explain'
import { withDatabase } from '../process/with-database'
import { command, typed } from './command'

const usage = `Usage:
  npm run migrate    Brings the database up to date.`

const { positionals } = typed(usage, {})
if (positionals.length > 0)
  await command(() => Promise.reject(new Error(`Unknown argument: ${positionals.join(' ')}`)), usage)
else
  await withDatabase(bringUpToDate).then(
    () => console.log('The database is up to date.'),
    (error: unknown) => {
      // An error of a migration itself is printed in full, with its causes.
      console.error(isExplained(error) ? explain(error) : error)
      process.exitCode = 1
    },
  )

import { moveClock, readClock } from '../billing/clock'
import { ClockMove } from '../billing/schemas'
import { contextOf } from '../core/context'
import { contentError } from '../http/flaws'
import { withDatabase } from '../process/with-database'
import { startRuntime } from '../runtime'
import { chooseMerchant } from './choose-merchant'
import { command, typed } from './command'

const usage = `Usage:
  npm run clock                          What time it is for the merchant.
  npm run clock -- --to 2027-01-31       Moves its clock to a date or a date-time; forward only.
  npm run clock -- --months 1 --days 3   Moves it by a while.
All that falls due on the way is billed, tried again, ended and mailed, in the order of its dates. Test merchants only.
  --merchant ID   another merchant than the demo's, or the only one there is`

const text = { type: 'string' } as const

const { values, positionals } = typed(usage, { to: text, days: text, months: text, merchant: text })
await command(async () => {
  if (positionals.length > 0) throw new Error(`Nothing is asked by ${positionals.join(' ')} alone.`)
  await withDatabase(() => run(values))
}, usage)

type ClockOptions = { to?: string; days?: string; months?: string; merchant?: string }

async function run(given: ClockOptions): Promise<void> {
  const { runtime, connection } = startRuntime()
  try {
    for (let move = moveOf(given); ; ) {
      const context = contextOf(runtime, await chooseMerchant(runtime.db, given.merchant))
      if (!move) return console.log(readClock(context).now)
      const { now, complete, to, ...done } = await moveClock(context, move)
      console.log(
        `${now}  ${Object.entries(done)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}`,
      )
      if (complete) return
      move = { to }
    }
  } finally {
    await connection.close()
  }
}

function moveOf({ to, days, months }: ClockOptions): ClockMove | undefined {
  if (to === undefined && days === undefined && months === undefined) return undefined
  const input =
    to === undefined
      ? { advance: { ...(days && { days: Number(days) }), ...(months && { months: Number(months) }) } }
      : { to }
  const parsed = ClockMove.safeParse(input)
  if (!parsed.success) throw contentError(parsed.error.issues, input)
  return parsed.data
}

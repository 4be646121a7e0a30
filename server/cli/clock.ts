import { moveClock, readClock } from '../billing/clock'
import { ClockMove } from '../billing/clock-schemas'
import { contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { chooseMerchant } from './choose-merchant'
import { checked, command, typed, withRuntime } from './command'

const usage = `Usage:
  npm run clock                          Prints the merchant's time.
  npm run clock -- --to 2027-01-31       Moves its clock forward to a date or date-time.
  npm run clock -- --months 1 --days 3   Moves it forward by a period.
Everything that falls due on the way is done in order of its date: billing, retries, ends of subscriptions and mail.
Test merchants only.
  --merchant ID   default: the demo merchant, or the only one`

const text = { type: 'string' } as const

const { values } = typed(
  usage,
  { to: text, days: text, months: text, merchant: text },
  { forms: [{}, { options: ['to'] }, { options: ['days', 'months'] }], common: ['merchant'] },
)
await command(() => withRuntime((runtime) => run(runtime, values)), usage)

type ClockOptions = { to?: string; days?: string; months?: string; merchant?: string }

async function run(runtime: Runtime, given: ClockOptions): Promise<void> {
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
}

function moveOf({ to, days, months }: ClockOptions): ClockMove | undefined {
  if (to === undefined && days === undefined && months === undefined) return undefined
  const input =
    to === undefined
      ? { advance: { ...(days && { days: Number(days) }), ...(months && { months: Number(months) }) } }
      : { to }
  return checked(ClockMove, input)
}

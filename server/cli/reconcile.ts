import * as z from 'zod'
import { type Context, contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { counted } from '../model/counted'
import { describeDifference } from '../model/describe-difference'
import { toMajorText } from '../model/money/money'
import { type Reconciliation, reconcile } from '../payment/reconcile/reconcile'
import type { DifferenceRow } from '../payment/reconcile/stored-differences'
import { chosenMerchants } from './choose-merchant'
import { checked, command, messageOf, typed, withRuntime } from './command'

const usage = `Usage:
  npm run reconcile
    Compares Kassa's orders with the payments at the card services, and prints each difference with what to do about it.
    Operations in progress are not counted as differences.
  --merchant ID       default: all merchants
  --from 2027-01-01   compares what was created since then. A date in UTC or a date-time; default: everything
  --to 2027-02-01     and before then; default: now
  --adopt             records as events what can be recorded, and notes the rest, so that it is not printed again
Exits with 0 if there are no differences, with 1 if there are, and with 2 if the books could not be compared. With --adopt
it exits with 1 only if a difference could not be recorded.`

const text = { type: 'string' } as const
const failed = 2
const differs = 1

const options = { merchant: text, from: text, to: text, adopt: { type: 'boolean' } } as const
const { values } = typed(usage, options, { exitCode: failed })

const form = 'must be a date such as 2027-01-31, or a date-time such as 2027-01-31T12:00:00Z'
const instant = z
  .union([z.iso.date(form), z.iso.datetime({ offset: true, error: form })])
  .transform((value) => new Date(value))
const Options = z
  .object({
    merchant: z.string().optional(),
    from: instant.optional(),
    to: instant.optional(),
    adopt: z.boolean().default(false),
  })
  .refine(({ from, to }) => !from || !to || from < to, { error: 'must be after --from', path: ['to'] })

/** What is printed about a difference in each state. */
const results: Record<DifferenceRow['state'], (next: string) => string> = {
  open: (next) => next,
  noted: (next) => `Noted. ${next}`,
  adopted: () => 'Adopted.',
  gone: () => 'No longer present.',
}

await command(
  async () => {
    const given = checked(Options, values)
    process.exitCode = await withRuntime((runtime) => run(runtime, given))
  },
  usage,
  failed,
)

/** Compares the books of one merchant or of all, and returns the exit code. */
async function run(
  runtime: Runtime,
  { merchant: id, from, to, adopt }: z.output<typeof Options>,
): Promise<number> {
  let exitCode = 0
  const merchants = await chosenMerchants(runtime.db, id)
  if (merchants.length === 0) console.log('No merchants yet.')
  for (const owner of merchants) {
    const context = contextOf(runtime, owner)
    try {
      const range = { from: from ?? new Date(0), to }
      const { differences, ...counts } = await reconcile(context, { cause: 'command', range, adopt })
      for (const row of differences) console.log(lineOf(context, row))
      console.log(`${owner.id}  ${summaryOf({ differences, ...counts })}`)
      const isLeft = differences.some(({ state }) => state === 'open' || state === 'noted')
      if (isLeft) exitCode = Math.max(exitCode, differs)
    } catch (error) {
      // The books of one merchant must not hide those of the others.
      console.error(`${owner.id}  ${messageOf(error)}`)
      exitCode = failed
    }
  }
  return exitCode
}

function lineOf({ merchant: { id } }: Context, row: DifferenceRow): string {
  const { what, next } = describeDifference(row, (money) => `${toMajorText(money)} ${money.currency}`)
  const about = [row.orderId && `order ${row.orderId}`, row.reference].filter(Boolean).join(', ')
  return `${id}  ${row.service}  ${row.kind}  ${about}\n  ${what} ${results[row.state](next)}`
}

function summaryOf({ differences, orders, payments, inProgress, noted }: Reconciliation): string {
  const found = differences.length === 0 ? 'No differences' : counted(differences.length, 'difference')
  return [
    `${found} between ${counted(orders, 'order')} and ${counted(payments, 'payment')}.`,
    ...(inProgress > 0 ? [`${inProgress} in progress.`] : []),
    ...(noted > 0 ? [`${noted} noted before.`] : []),
  ].join(' ')
}

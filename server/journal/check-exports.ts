import { sql } from 'drizzle-orm'
import { journalEntry } from '@/db/schema'
import type { MerchantScope, Scope } from '../core/context'
import { ossSalesOf } from '../model/oss'
import type { Invariant } from './invariant'
import { entriesOf } from './list-entries'
import { type Posting, postEntry } from './post-entry'

const always = { from: '0001-01-01', to: '9999-12-31' }
const maxShown = 20

/**
 * Posts every entry as both kinds of exports do, and compares the accounts with the journal: each voucher balances, and
 * each day agrees with the journal.
 */
export async function checkExports(scope: MerchantScope): Promise<Invariant[]> {
  const unbalanced: string[] = []
  const days = new Map<string, bigint>()
  const isOss = ossSalesOf(scope.merchant)
  let vouchers = 0
  for await (const entries of entriesOf(scope, always))
    for (const entry of entries) {
      vouchers++
      const posted = postEntry(entry, { isOss })
      const automatic = postEntry(entry, { isOss, isAutomatic: (rate) => rate === 19 || rate === 7 })
      const [first, second] = [moneyOf(posted), moneyOf(automatic)]
      if (first !== entry.amount || second !== entry.amount) unbalanced.push(`${entry.kind} ${entry.source}`)
      if (entry.kind === 'write-off') continue
      const day = `${entry.bookedOn} ${entry.currency}`
      days.set(day, (days.get(day) ?? 0n) + first)
    }
  return [
    {
      name: 'Every voucher in the exports balances and has the amount of its entry',
      checked: vouchers,
      of: 'voucher',
      broken: unbalanced.length,
      examples: unbalanced.slice(0, maxShown),
    },
    await comparedByDay(scope, days),
  ]
}

/** Returns what the postings of an entry move. Each has a debit and a credit side, so they balance. */
const moneyOf = (postings: readonly Posting[]): bigint =>
  postings.reduce((sum, { amount }) => sum + amount, 0n)

async function comparedByDay({ db, merchant }: Scope, days: ReadonlyMap<string, bigint>): Promise<Invariant> {
  const sums = await db.execute<{ day: string; amount: string }>(sql`
    select booked_on::text || ' ' || currency as day, sum(amount) as amount from ${journalEntry}
    where merchant_id = ${merchant.id} and kind <> 'write-off' group by 1 order by 1`)
  const broken = sums.filter(({ day, amount }) => days.get(day) !== BigInt(amount))
  return {
    name: 'The exports match the journal, day by day',
    checked: sums.length,
    of: 'day',
    broken: broken.length,
    examples: broken.slice(0, maxShown).map(({ day }) => day),
  }
}

import * as z from 'zod'
import { acquirerFault, merchant } from '@/db/schema'
import { contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { counted } from '../model/counted'
import { compareBooks, type FoundDifference } from '../payment/reconcile/compare-books'
import { chooseMerchant } from './choose-merchant'
import { checked, command, typed, withRuntime } from './command'

const usage = `Usage:
  npm run acquirer -- fault --on store|authorise|capture|cancel|refund|retrieve
      --fault delay|timeout|fail [--times 1] [--delay-ms 1000] [--merchant ID]
    Makes the simulated acquirer misbehave on the next requests of a merchant (default: the demo merchant, or the only
    one): respond late, do the work without responding, or fail with nothing done. --times 0 stops it.
  npm run acquirer -- reconcile
    Compares Kassa's books with the acquirer's, for all merchants, and stores nothing. Exits with 1 if they differ. See
    also npm run reconcile, which compares the books of all card services.`

const Fault = z.object({
  merchant: z.string().optional(),
  on: z.enum(['store', 'authorise', 'capture', 'cancel', 'refund', 'retrieve']),
  fault: z.enum(['delay', 'timeout', 'fail']),
  times: z.coerce.number().int().min(0).default(1),
  'delay-ms': z.coerce.number().int().min(0).max(600_000).default(1000),
})

const effects = { delay: 'respond late to', timeout: 'time out on', fail: 'fail on' } as const

const text = { type: 'string' } as const
const { values, positionals } = typed(
  usage,
  { merchant: text, on: text, fault: text, times: text, 'delay-ms': text },
  {
    forms: [
      { name: 'fault', options: ['merchant', 'on', 'fault', 'times', 'delay-ms'] },
      { name: 'reconcile' },
    ],
  },
)

await command(async () => {
  if (positionals[0] === 'fault') {
    const fault = checked(Fault, values)
    await withRuntime((runtime) => orderFault(runtime, fault))
  } else await withRuntime(compareAll)
}, usage)

async function orderFault(runtime: Runtime, given: z.output<typeof Fault>): Promise<void> {
  const { on: kind, fault, times: remaining, 'delay-ms': delayMs } = given
  const { id: merchantId } = await chooseMerchant(runtime.db, given.merchant)
  await runtime.db
    .insert(acquirerFault)
    .values({ merchantId, kind, fault, delayMs, remaining })
    .onConflictDoUpdate({
      target: [acquirerFault.merchantId, acquirerFault.kind],
      set: { fault, delayMs, remaining },
    })
  console.log(
    remaining === 0
      ? 'The fault has been removed.'
      : `The acquirer will ${effects[fault]} the next ${counted(remaining, `${kind} request`)} of ${merchantId}.`,
  )
}

async function compareAll(runtime: Runtime): Promise<void> {
  let count = 0
  for (const owner of await runtime.db.select().from(merchant).orderBy(merchant.id)) {
    const range = { from: new Date(0), to: undefined }
    const report = async ({ kind, orderId, reference }: FoundDifference) => {
      count++
      console.log(`${owner.id}  ${orderId ?? reference}  ${kind}`)
    }
    await compareBooks(contextOf(runtime, owner), { service: 'test', range, report })
  }
  console.log(count === 0 ? 'The books agree.' : `${counted(count, 'difference')}.`)
  if (count > 0) process.exitCode = 1
}

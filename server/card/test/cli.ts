import { parseArgs } from 'node:util'
import { z } from 'zod'
import { acquirerFault } from '@/db/schema'
import { config } from '../../config/config'
import { startRuntime } from '../../runtime'
import { withDatabase } from '../../supervisor/with-database'
import { reconcile } from '../reconcile'

const usage = `Usage:
  npm run acquirer -- fault --merchant ID --on store|authorise|capture|cancel|refund|retrieve
      --fault delay|timeout|fail [--times 1] [--delay-ms 1000]
    Tells the simulated acquirer to misbehave at that merchant's next requests: to answer late, to do the work and
    never answer, or to fail with nothing done. --times 0 takes it back.
  npm run acquirer -- reconcile
    Compares Kassa's books with the acquirer's. Ends with 1 when they differ. What is on its way just now is no difference.`

const Fault = z.object({
  merchant: z.string().regex(/^[A-Za-z]{8}$/),
  on: z.enum(['store', 'authorise', 'capture', 'cancel', 'refund', 'retrieve']),
  fault: z.enum(['delay', 'timeout', 'fail']),
  times: z.coerce.number().int().min(0).default(1),
  'delay-ms': z.coerce.number().int().min(0).max(600_000).default(1000),
})

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { merchant: text, on: text, fault: text, times: text, 'delay-ms': text },
})

const command = { fault: orderFault, reconcile: compareBooks }[positionals[0] ?? '']
if (command) await withDatabase(command)
else {
  console.error(usage)
  process.exitCode = 1
}

async function orderFault(): Promise<void> {
  const parsed = Fault.safeParse(values)
  if (!parsed.success) {
    console.error(`${z.prettifyError(parsed.error)}\n\n${usage}`)
    process.exitCode = 1
    return
  }
  const { merchant: merchantId, on: kind, fault, times: remaining, 'delay-ms': delayMs } = parsed.data
  const { runtime, connection } = startRuntime()
  try {
    await runtime.db
      .insert(acquirerFault)
      .values({ merchantId, kind, fault, delayMs, remaining })
      .onConflictDoUpdate({
        target: [acquirerFault.merchantId, acquirerFault.kind],
        set: { fault, delayMs, remaining },
      })
    console.log(`At the next ${remaining} ${kind} requests of ${merchantId} the acquirer will ${fault}.`)
  } finally {
    await connection.close()
  }
}

async function compareBooks(): Promise<void> {
  const { runtime, connection } = startRuntime()
  try {
    const discrepancies = await reconcile(runtime.db, undefined, {
      graceSeconds: config().operationStaleSeconds,
    })
    for (const { merchantId, what, reference } of discrepancies)
      console.log(`${merchantId}  ${reference}  ${what}`)
    console.log(discrepancies.length === 0 ? 'The books agree.' : `${discrepancies.length} differences.`)
    if (discrepancies.length > 0) process.exitCode = 1
  } finally {
    await connection.close()
  }
}

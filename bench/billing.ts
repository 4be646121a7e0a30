import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { operation, order, subscription } from '@/db/schema'
import { addDays, dayOf } from '@/server/model/calendar'
import { addSubscribers } from '@/test/subscribers'
import { type Kassa, startProcess } from './kassa'
import { memoryOf, type ProcessUsage, usageOf, usagePer } from './usage'

/** How fast one worker bills due subscriptions. */
export interface Billing {
  seconds: number
  perSecond: number
  /** Resident memory of the worker in MB: after a tenth of the run, and at its peak. */
  earlyMb: number
  peakMb: number
  /** Per subscription. */
  used: ProcessUsage
}

/** Creates `count` due subscriptions, starts a worker, and waits until each is paid. */
export async function measureBilling(kassa: Kassa, count: number): Promise<Billing> {
  const { db, merchant } = kassa
  const merchantId = merchant.id
  const today = dayOf(new Date(), merchant.timeZone)
  const accountId = kassa.accounts[0]
  await addSubscribers(db, { merchantId, accountId }, { count, due: addDays(today, -1) })
  const worker = await startProcess('worker')
  try {
    const due = and(eq(subscription.merchantId, merchantId), lte(subscription.due, today))
    const open = and(eq(operation.merchantId, merchantId), eq(operation.status, 'pending'))
    const pids = { web: worker.pid, worker: worker.pid }
    const before = await usageOf(kassa, pids)
    const started = performance.now()
    let earlyMb: number | undefined
    for (;;) {
      const left = await db.$count(subscription, due)
      if (left < count * 0.9) earlyMb ??= memoryOf(worker.pid).now
      if (left === 0 && (await db.$count(operation, open)) === 0) break
      await wait(200)
    }
    const seconds = (performance.now() - started) / 1000
    const billed = and(
      eq(order.merchantId, merchantId),
      ne(order.charged, 0n),
      sql`${order.subscriptionId} is not null`,
    )
    const charged = await db.$count(order, billed)
    if (charged !== count) throw new Error(`${charged} of ${count} subscriptions were charged`)
    return {
      seconds,
      perSecond: count / seconds,
      earlyMb: earlyMb ?? Number.NaN,
      peakMb: memoryOf(worker.pid).peak,
      used: usagePer(count, before, await usageOf(kassa, pids)),
    }
  } finally {
    await worker.stop()
  }
}

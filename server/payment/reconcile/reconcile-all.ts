import { merchant } from '@/db/schema'
import { later, realClock } from '../../core/clock'
import { type Context, contextOf, inTransaction } from '../../core/context'
import type { Runtime } from '../../core/runtime'
import { notifyTeam } from '../../team/notify-team'
import { comparedPeriod, reconcile } from './reconcile'
import { takeUnreported } from './stored-differences'

/**
 * Compares the books of every merchant, and notifies the team of differences that it has not been notified of. An error at
 * one merchant does not stop the others.
 */
export async function reconcileAll(
  runtime: Runtime,
  onError: (error: unknown, merchantId: string) => void,
): Promise<void> {
  for (const owner of await runtime.db.select().from(merchant)) {
    try {
      await reconcileDaily(contextOf(runtime, owner))
    } catch (error) {
      onError(error, owner.id)
    }
  }
}

async function reconcileDaily(context: Context): Promise<void> {
  const from = later(realClock(context).now(), -comparedPeriod)
  const { id } = await reconcile(context, { cause: 'daily', range: { from, to: undefined } })
  await inTransaction(context, async (inside) => {
    const count = await takeUnreported(inside)
    if (count === 0) return
    const notice = { what: 'differences', count } as const
    await notifyTeam(inside, {
      ...{ kind: 'difference', notice, path: '/payouts/reconciliation' },
      once: `reconciliation ${id}`,
    })
  })
}

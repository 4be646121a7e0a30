import { type Merchant, merchant } from '@/db/schema'
import { minutes } from '../core/clock'
import { contextOf } from '../core/context'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { remind } from './remind'
import { merchantsToBill, runBilling } from './run'

/** After how long a merchant has a turn again if its last one could do nothing. */
const awayMs = minutes(1)

/**
 * Bills every merchant that has something due, in turns of `turnMs` so that one with much to bill does not delay the
 * others, until nothing is due or nothing more can be done now. An error at one merchant is logged and does not stop
 * the others.
 */
export async function billAll(runtime: Runtime, { turnMs = 2000 } = {}): Promise<void> {
  const awaySince = new Map<string, number>()
  const isAway = (id: string) => performance.now() - (awaySince.get(id) ?? Number.NEGATIVE_INFINITY) < awayMs
  for (;;) {
    const next = (await merchantsToBill(runtime)).filter(({ id }) => !isAway(id))
    if (next.length === 0) return
    for (const owner of next)
      if (!(await billInTurn(runtime, owner, turnMs))) awaySince.set(owner.id, performance.now())
  }
}

/**
 * Bills a merchant for one turn. Returns whether another turn may do more. If all that was begun stays open, the card
 * service is unavailable.
 */
async function billInTurn(runtime: Runtime, owner: Merchant, turnMs: number): Promise<boolean> {
  try {
    const run = await runBilling(contextOf(runtime, owner), { forMs: turnMs })
    log.info({ merchant: owner.id, ...run }, 'Billed what was due')
    return run.charged + run.failed + run.accepted + run.ended > 0
  } catch (error) {
    log.error({ err: error, merchant: owner.id }, 'A billing run failed; the next one continues from there')
    return false
  }
}

/**
 * Reminds payers of every merchant whose cards expire. An error at one merchant is logged and does not stop the
 * others.
 */
export async function remindAll(runtime: Runtime): Promise<void> {
  for (const owner of await runtime.db.select().from(merchant)) {
    try {
      await remind(contextOf(runtime, owner))
    } catch (error) {
      log.error({ err: error, merchant: owner.id }, 'Reminders failed; the next run continues from there')
    }
  }
}

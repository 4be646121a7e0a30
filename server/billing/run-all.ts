import { merchant } from '@/db/schema'
import { contextOf } from '../core/context'
import { log } from '../core/log'
import type { Runtime } from '../core/runtime'
import { remind } from './remind'
import { merchantsToBill, runBilling } from './run'

/**
 * Bills every merchant that has something due, in turns of `turnMs` so that one with much to bill does not delay the
 * others, until nothing is due or nothing more can be done now. An error at one merchant is logged and does not stop
 * the others.
 */
export async function billAll(runtime: Runtime, { turnMs = 2000 } = {}): Promise<void> {
  for (;;) {
    let done = 0
    for (const owner of await merchantsToBill(runtime)) {
      try {
        const run = await runBilling(contextOf(runtime, owner), { forMs: turnMs })
        log.info({ merchant: owner.id, ...run }, 'Billed what was due')
        done += run.orders + run.charged + run.failed + run.ended
      } catch (error) {
        log.error(
          { err: error, merchant: owner.id },
          'A billing run failed; the next one continues from there',
        )
      }
    }
    if (done === 0) return
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

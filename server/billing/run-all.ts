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
export async function billAll(world: Runtime, { turnMs = 2000 } = {}): Promise<void> {
  for (;;) {
    let done = 0
    for (const owner of await merchantsToBill(world)) {
      try {
        const run = await runBilling(contextOf(world, owner), { forMs: turnMs })
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
export async function remindAll(world: Runtime): Promise<void> {
  for (const owner of await world.db.select().from(merchant)) {
    try {
      await remind(contextOf(world, owner))
    } catch (error) {
      log.error(
        { err: error, merchant: owner.id },
        'Sending reminders failed; the next run continues from there',
      )
    }
  }
}

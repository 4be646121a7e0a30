import { merchant } from '@/db/schema'
import { contextOf } from '../context'
import { log } from '../log/log'
import type { Runtime } from '../runtime'
import { remind } from './remind'
import { merchantsToBill, runBilling } from './run'

/** Bills every merchant that has something due. What breaks at one is logged, and holds up no other. */
export async function billAll(world: Runtime): Promise<void> {
  for (const owner of await merchantsToBill(world)) {
    try {
      log.info({ merchant: owner.id, ...(await runBilling(contextOf(world, owner))) }, 'Billed what was due')
    } catch (error) {
      log.error({ err: error, merchant: owner.id }, 'A billing run broke off; the next goes on from there')
    }
  }
}

/** Tells the payers of every merchant whose cards expire. What breaks at one is logged, and holds up no other. */
export async function remindAll(world: Runtime): Promise<void> {
  for (const owner of await world.db.select().from(merchant)) {
    try {
      await remind(contextOf(world, owner))
    } catch (error) {
      log.error({ err: error, merchant: owner.id }, 'Reminders broke off; the next run goes on from there')
    }
  }
}

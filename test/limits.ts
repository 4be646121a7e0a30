import { changeMerchant } from '@/server/merchant/change'
import type { TestMerchant, World } from './world'

/** Lets a merchant of a test attempt more cards than one source address may in earnest. */
export const allowManyCards = (world: World, { merchant }: TestMerchant) =>
  changeMerchant(world.runtime.db, merchant, {
    cardLimits: { cardsPerSource: 100_000, declinesPerSource: 100_000 },
  })

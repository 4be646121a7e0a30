import { changeMerchant } from '@/server/merchant/change-merchant'
import type { TestMerchant, World } from './world'

/** Lets a test merchant attempt more cards than the real limit of one source address. */
export const allowManyCards = (world: World, { merchant }: TestMerchant) =>
  changeMerchant(
    { db: world.runtime.db, merchant: { id: merchant } },
    {
      cardLimits: { cardsPerSource: 100_000, declinesPerSource: 100_000 },
    },
  )

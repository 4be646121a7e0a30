// @module-tag slow

import { and, eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { acquirerEntry, acquirerFault } from '@/db/schema'
import { tokenise } from '@/server/card/test/tokenise'
import { decideVerification } from '@/server/card/test/verification'
import { testNumbers } from '@/server/model/card/test-numbers'
import { type TestMerchant, testWorld } from '@/test/world'
import { conform } from './behaviours'
import type { CardMeaning, ConformanceSubject } from './subject'

const world = testWorld({ cardServiceTimeoutMs: 2500 })

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const numbers: Partial<Record<CardMeaning, readonly string[]>> = testNumbers
const cards: CardMeaning[] = [
  'accepted',
  'card declined',
  'insufficient funds',
  'card lost or stolen',
  'card expired',
  'invalid csc',
  'acquirer error',
  'suspected fraud',
  'declined once stored',
  'verified',
  'verified, insufficient funds',
  'refund fails',
]

conform('the simulated acquirer', (): ConformanceSubject => {
  const { db, cards: services } = world.runtime
  const merchantId = shop.merchant
  return {
    service: services.named('test'),
    merchantId,
    cards,
    token: async (card) => {
      const pan = numbers[card]?.[0]
      if (!pan) throw new Error(`The simulated acquirer has no card "${card}"`)
      const expires: [number, number] = [12, (new Date().getUTCFullYear() % 100) + 3]
      const made = await tokenise(db, { pan, expires, csc: '987' }, { merchantId, now: new Date() })
      return made.token
    },
    books: async (operation) => {
      const [entry] = await db
        .select()
        .from(acquirerEntry)
        .where(and(eq(acquirerEntry.merchantId, merchantId), eq(acquirerEntry.operation, operation)))
      if (!entry) throw new Error(`There is no entry ${operation}`)
      const { captured, refunded, cancelled } = entry
      const authorised = entry.amount ?? 0n
      return { authorised, captured, refunded, open: authorised - captured - cancelled }
    },
    switches: {
      loseResponse: async (kind) => {
        const fault = { merchantId, kind, fault: 'timeout', remaining: 1 } as const
        const target = [acquirerFault.merchantId, acquirerFault.kind]
        await db
          .insert(acquirerFault)
          .values(fault)
          .onConflictDoUpdate({ target, set: { remaining: 1 } })
      },
      respond: async ({ data }, approve) => {
        await decideVerification(db, data.pareq, approve ? 'approved' : 'rejected')
      },
    },
  }
})

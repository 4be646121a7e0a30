// @module-tag slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { conform } from './behaviours'
import { northpay } from './northpay/card-service'
import { startNorthpay } from './northpay/double'
import type { ConformanceSubject } from './subject'

let double: Awaited<ReturnType<typeof startNorthpay>>
beforeAll(async () => {
  double = await startNorthpay()
})
afterAll(() => double.stop())

const subject = (): ConformanceSubject => ({
  service: northpay({ url: double.url, secret: 'secret' }),
  merchantId: 'merchant',
  cards: ['accepted', 'card declined', 'insufficient funds', 'suspected fraud'],
  token: async (card) => double.token(card),
  books: async (authorisation) => double.books(authorisation),
  switches: {
    loseResponse: async (kind) => double.lose(kind, 'response'),
    loseRequest: async (kind) => double.lose(kind, 'request'),
  },
})

conform("the guide's example", subject)

test("the example's books list every payment once, over several pages", async () => {
  const { service, merchantId } = subject()
  const from = new Date(Date.now() - 1000)
  const references: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const call = {
      merchantId,
      operation: crypto.randomUUID(),
      now: new Date(),
      amount: 100n,
      currency: 'SEK',
    }
    const outcome = await service.authorize({ ...call, source: { token: double.token('accepted') } })
    if (outcome.status === 'done') references.push(outcome.reference)
  }
  const found: string[] = []
  for await (const page of service.books.pages({ merchantId }, { from, to: undefined }))
    found.push(...page.map(({ reference }) => reference))
  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining(references))
})

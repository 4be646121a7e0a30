import { afterEach, expect, test, vi } from 'vitest'
import { orderOf, post } from '@/test/call'
import { testWorld } from '@/test/world'
import { examine } from './examine'

const world = testWorld()
afterEach(() => vi.restoreAllMocks())

test('what is charged while the books are read is no difference', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { books } = world.runtime.cards.named('test')
  const payment = books.payment.bind(books)
  vi.spyOn(books, 'payment').mockImplementationOnce(async (named) => {
    expect((await post(shop, id, { type: 'charge' })).status).toBe(201)
    return payment(named)
  })
  expect(await examine(shop.context, id)).toMatchObject({ status: 'compared', differences: [] })
})

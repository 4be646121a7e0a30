import { expect, test, vi } from 'vitest'
import { accountWith, getOrder, orderOf, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { describeFailure } from '../model/card/describe-failure'
import { describeDecline } from './describe-decline'

const world = testWorld()

test('an unknown outcome is not described as a failure, nor in words for programs', async () => {
  const shop = await world.newMerchant()
  const call = await dashboardAs(world.runtime, shop.merchant, 'support')
  const account = await accountWith(shop, visa)
  const { id } = await orderOf(shop, 100)
  const service = world.runtime.cards.named('test')
  const away = vi.spyOn(service, 'capture').mockResolvedValue({ status: 'unknown', cause: new Error('away') })
  const attempt = crypto.randomUUID()
  const [outcome] = await call.order.operateMany({
    type: 'charge',
    orders: [{ id, expected: 10_000n }],
    attempt,
  })
  const input = { id: account.id, items: 10, currency: 'SEK', charge: true, attempt, expected: 1000n }
  const ordered = await call.account.order(input)
  away.mockRestore()
  expect(outcome?.refusal).toMatchObject({
    isOpen: true,
    description: expect.stringContaining('not known yet'),
  })
  expect(ordered).toMatchObject({ isOpen: true, refusal: outcome?.refusal?.description })
  expect(await call.account.order(input)).toMatchObject({ orderId: ordered.orderId, isOpen: false })
})

test('a decline is described for the merchant, in the response and in the history', async () => {
  const shop = await world.newMerchant()
  const call = await dashboardAs(world.runtime, shop.merchant, 'support')
  // This card takes no refunds.
  const account = await accountWith(shop, '4000000000005126')
  const asked = { id: account.id, items: 10, currency: 'SEK', charge: true, expected: 1000n }
  const { orderId: id } = await call.account.order({ ...asked, attempt: crypto.randomUUID() })
  const refund = { id, event: { type: 'refund' as const }, expected: 1000n }
  const refused: unknown = await call.order
    .operate({ ...refund, attempt: crypto.randomUUID() })
    .catch((error: unknown) => error)
  const description = describeDecline('acquirer error', 'refund')
  expect(refused).toMatchObject({
    details: {
      status: 400,
      type: 'invalid content',
      code: 'card.declined',
      outcome: 'nothing done',
      content: { description, details: { code: 'acquirer error' } },
    },
  })
  const error = { code: 'acquirer error', description }
  expect((await call.order.get({ id })).events.at(-1)?.error).toEqual(error)
  const history = (await call.account.history({ id: account.id })).rows
  expect(history.flatMap(({ facts }) => ('error' in facts && facts.error) || [])).toEqual([error])
  expect((await call.event.list({ type: 'fail' })).events.map((event) => event.error)).toEqual([error])
  // What is stored, and what programs get, is the sentence that was recorded.
  const { event } = await getOrder(shop, id)
  expect(event.at(-1)?.error?.content.description).toBe(describeFailure('acquirer error', 'refund'))
})

test.each([
  ['unknown', 'card-service.no-response', 'unknown'],
  ['failed', 'card-service.failed', 'nothing done'],
] as const)('says whether anything was done: %s', async (status, code, outcome) => {
  const shop = await world.newMerchant()
  const call = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { id } = await orderOf(shop, 100)
  const service = world.runtime.cards.named('test')
  const away = vi.spyOn(service, 'capture').mockResolvedValue({ status, cause: new Error(status) })
  const charge = { id, event: { type: 'charge' as const }, expected: 10_000n, attempt: crypto.randomUUID() }
  await expect(call.order.operate(charge)).rejects.toMatchObject({ details: { code, outcome } })
  away.mockRestore()
})

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { declining, ordersOf, payer, subscribe } from '@/test/billing'
import { getOrder, post } from '@/test/call'
import { deferred } from '@/test/deferred'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../../billing/run'
import { adoptDifference } from './adopt-difference'
import { reconcile } from './reconcile'

const world = testWorld()

let shop: TestMerchant
let id: string

/** A payment that failed here and is retried, although the card service has taken it. */
beforeEach(async () => {
  shop = await world.newMerchant()
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await runBilling(shop.context)
  const [order] = await ordersOf(shop, account)
  id = order?.id ?? ''
  const ofMerchant = sql`merchant_id = ${shop.merchant}`
  await world.runtime.db.execute(
    sql`update acquirer_entry set outcome = 'done', code = null, captured = amount where ${ofMerchant} and kind = 'authorise'`,
  )
  await world.runtime.db.execute(sql`update acquirer_card set behaviour = 'accepted' where ${ofMerchant}`)
})

afterEach(() => vi.restoreAllMocks())

const run = async () =>
  (await reconcile(shop.context, { cause: 'command', range: { from: new Date(0), to: undefined } }))
    .differences

async function missing() {
  const [found] = await run()
  if (!found) throw new Error('The payment was not found')
  expect(found).toMatchObject({ kind: 'missing here', orderId: id, adoptable: true })
  return found
}

const retry = () => post(shop, id, { type: 'charge' })
const events = async () => (await getOrder(shop, id)).event.map(({ type }) => type)

test('is adopted, and not retried', async () => {
  expect(await adoptDifference(shop.context, await missing())).toBe('adopted')
  expect((await retry()).status).toBe(400)
  expect(await events()).toEqual(['order', 'fail', 'charge'])
  expect(await run()).toEqual([])
})

test('is not adopted once a retry has paid the order: it is a second payment', async () => {
  const found = await missing()
  expect((await retry()).status).toBe(201)
  expect(await adoptDifference(shop.context, found)).toBe('noted')
  expect(await events()).toEqual(['order', 'fail', 'charge'])
  expect(await run()).toMatchObject([{ kind: 'duplicate', orderId: id }])
})

test('is not adopted once its order was cancelled', async () => {
  const found = await missing()
  expect((await post(shop, id, { type: 'cancel' })).status).toBe(201)
  expect(await adoptDifference(shop.context, found)).toBe('noted')
  expect((await getOrder(shop, id)).status).toEqual({ cancelled: 100 })
  expect(await events()).toEqual(['order', 'fail', 'cancel'])
})

test('is not adoptable if its order was cancelled before it was found', async () => {
  expect((await post(shop, id, { type: 'cancel' })).status).toBe(201)
  expect(await run()).toMatchObject([{ kind: 'missing here', orderId: id, adoptable: false }])
})

test('is not adopted while a retry is running', async () => {
  const found = await missing()
  const service = world.runtime.cards.named('test')
  const authorize = service.authorize.bind(service)
  const [called, goOn] = [deferred<void>(), deferred<void>()]
  vi.spyOn(service, 'authorize').mockImplementationOnce(async (call) => {
    called.resolve()
    await goOn.promise
    return authorize(call)
  })
  const retried = retry()
  await called.promise
  expect(await adoptDifference(shop.context, found).finally(goOn.resolve)).toBe('open')
  expect((await retried).status).toBe(201)
  expect(await events()).toEqual(['order', 'fail', 'charge'])
  expect(await run()).toMatchObject([{ kind: 'duplicate', orderId: id }])
})

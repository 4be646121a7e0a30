import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackDelivery, signingSecret } from '@/db/schema'
import { callbacksOf, subscribe } from '@/test/billing'
import { accountWith, call, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { addCallbacks, eventually } from '@/test/receiver'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { hours, later } from '../core/clock'
import { findMerchant } from '../merchant/find-merchant'
import { openSecrets, sealedSecrets } from '../merchant/signing-secrets'
import { callbackState, callbackStates } from '../model/callback-state'
import { findOrder } from '../store/read-orders'
import { addAddress, changeAddressTypes, listAddresses, removeAddress } from './addresses'
import { claim } from './claim'
import { DeliveryListQuery, listDeliveries, readDelivery } from './list-deliveries'
import { record } from './record'
import { resendDeliveries, resendDelivery, resendFailed, sendTestCallback } from './resend-callbacks'
import { CallbackAddress, SecretRoll } from './schemas'
import { rollSecret } from './secret'
import { addressesOf, callbacksOfOrder } from './write'

const world = testWorld()
const url = 'https://shop.example/callbacks'

const list = (shop: TestMerchant, query: object = {}) =>
  listDeliveries(shop.context, DeliveryListQuery.parse(query))
const idsOf = async (shop: TestMerchant, query: object = {}) =>
  (await list(shop, query)).rows.map(({ id }) => id)

const become = (status: string, ...ids: (string | undefined)[]) =>
  world.runtime.db.execute(sql`
    update ${callbackDelivery} set status = ${status}, attempts = 3,
      queued = now() - interval '4 days', next_attempt = now() - interval '1 hour'
    where id = any(${sql.param(ids)}::text[])`)

test('lists callbacks newest first, page by page, by status and by order', async () => {
  const shop = await world.newMerchant()
  const ids = [...(await addCallbacks(shop, url, { times: 5 }))].reverse()
  await world.runtime.db.execute(sql`
    update ${callbackDelivery} set created = created + position * interval '1 s'
    where merchant_id = ${shop.merchant}`)
  expect(await idsOf(shop)).toEqual(ids)
  expect(await idsOf(shop, { start: '2026-01-01' })).toEqual(ids)
  expect(await idsOf(shop, { end: '2026-01-01' })).toEqual([])
  const first = await list(shop, { limit: '2' })
  const second = await list(shop, { limit: '2', after: first.next })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids.slice(0, 4))
  expect(first.rows[0]).not.toHaveProperty('payload')
  await become('failed', ids[1], ids[3])
  expect(await idsOf(shop, { status: 'failed' })).toEqual([ids[1], ids[3]])
  expect(await idsOf(shop, { status: 'waiting' })).toEqual([ids[0], ids[2], ids[4]])
  expect(await idsOf(shop, { status: 'delivered' })).toEqual([])

  const order = await orderOf(shop, 100)
  const record = await findOrder(shop.context, order.id)
  if (!record) throw new Error('There is no order')
  const callback = 'https://shop.example/order'
  await shop.context.db
    .insert(callbackDelivery)
    .values(
      callbacksOfOrder(
        shop.context.merchant,
        { ...record, callback },
        { type: 'order.created', timestamp: record.created },
      ),
    )
  const [delivered = ''] = await idsOf(shop, { order: order.id })
  const { payload, type } = await readDelivery(shop.context, delivered)
  expect(type).toBe('order.created')
  const expected = { ...(await getOrder(shop, order.id)), callback }
  expect(JSON.parse(payload)).toMatchObject({ type, data: { order: expected } })
})

test('does not find callbacks of another merchant', async () => {
  const shop = await world.newMerchant()
  const stranger = await world.newMerchant()
  const [id = ''] = await addCallbacks(shop, url)
  await become('failed', id)
  expect(await idsOf(stranger)).toEqual([])
  await expect(readDelivery(stranger.context, id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(resendDelivery(stranger.context, id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await resendFailed(stranger.context)).toEqual({ count: 0, isMore: false })
  expect(await resendDeliveries(stranger.context, [id])).toBe(0)
  expect((await readDelivery(shop.context, id)).status).toBe('failed')
})

test.each(['waiting', 'delivered', 'failed'])(
  'resends one that is %s with its id and body',
  async (status) => {
    const shop = await world.newMerchant()
    const [id = ''] = await addCallbacks(shop, url)
    await become(status, id)
    const { payload } = await readDelivery(shop.context, id)
    const row = await resendDelivery(shop.context, id)
    expect(row).toMatchObject({ id, payload, status: 'waiting', attempts: 3 })
    for (const time of [row.queued, row.nextAttempt])
      expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(10_000)
  },
)

test('resends all failed callbacks, of one address or of all', async () => {
  const shop = await world.newMerchant()
  const [a, b] = await addCallbacks(shop, url, { times: 3 })
  const [c] = await addCallbacks(shop, `${url}/2`)
  const other = await world.newMerchant()
  const [theirs] = await addCallbacks(other, url)
  await become('failed', a, b, c, theirs)
  expect(await resendFailed(shop.context, `${url}/2`)).toEqual({ count: 1, isMore: false })
  expect((await idsOf(shop, { status: 'failed' })).sort()).toEqual([a, b].sort())
  expect(await resendFailed(shop.context)).toMatchObject({ count: 2 })
  expect(await idsOf(shop, { status: 'failed' })).toEqual([])
  expect(await idsOf(other, { status: 'failed' })).toEqual([theirs])
})

test('resends callbacks that wait for their next attempt, and not those that have had none', async () => {
  const shop = await world.newMerchant()
  const [failing = '', untried = ''] = await addCallbacks(shop, url, { times: 2 })
  await become('waiting', failing)
  const inAnHour = later(new Date(), hours(1))
  await world.runtime.db
    .update(callbackDelivery)
    .set({ nextAttempt: inAnHour })
    .where(inArray(callbackDelivery.id, [failing, untried]))
  expect(await resendFailed(shop.context, `${url}/2`)).toEqual({ count: 0, isMore: false })
  expect(await resendFailed(shop.context, url)).toEqual({ count: 1, isMore: false })
  expect((await readDelivery(shop.context, untried)).nextAttempt).toEqual(inAnHour)
  expect((await readDelivery(shop.context, failing)).nextAttempt.getTime()).toBeLessThan(inAnHour.getTime())
})

test('resends only the chosen callbacks, and none of another merchant', async () => {
  const shop = await world.newMerchant()
  const other = await world.newMerchant()
  const [a = '', b = '', c = ''] = await addCallbacks(shop, url, { times: 3 })
  const [theirs = ''] = await addCallbacks(other, url)
  await become('failed', a, b, theirs)
  await become('delivered', c)
  expect(await resendDeliveries(shop.context, [a, c, theirs, 'unknown'])).toBe(2)
  expect(await idsOf(shop, { status: 'failed' })).toEqual([b])
  expect(await idsOf(other, { status: 'failed' })).toEqual([theirs])
})

test('distinguishes failing callbacks from waiting ones, and filters them by address and type', async () => {
  const shop = await world.newMerchant()
  const [failing = '', waiting = ''] = await addCallbacks(shop, url, { times: 2 })
  const [elsewhere = ''] = await addCallbacks(shop, `${url}/2`)
  const [claimed] = await claim(world.runtime.db, [{ merchantId: shop.merchant, url, room: 1 }])
  if (!claimed) throw new Error('Nothing was due')
  await record(world.runtime.db, claimed, { date: new Date(), ms: 5, status: 503, responseBody: 'down' })
  expect(await idsOf(shop, { status: 'failing' })).toEqual([claimed.id])
  expect((await idsOf(shop, { status: 'waiting' })).sort()).toEqual(
    [failing, waiting, elsewhere].filter((id) => id !== claimed.id).sort(),
  )
  expect(await idsOf(shop, { url: `${url}/2` })).toEqual([elsewhere])
  expect(await idsOf(shop, { type: 'test', url })).toHaveLength(2)
  expect(await idsOf(shop, { type: 'order.created' })).toEqual([])
  const { rows } = await list(shop, { status: 'failing' })
  expect(rows).toMatchObject([{ attempts: 1, responseStatus: 503, error: null }])
  await become('failed', elsewhere)
  for (const status of callbackStates)
    for (const row of (await list(shop, { status })).rows) expect(callbackState(row)).toBe(status)
})

test('an address receives only its chosen events; the order’s own address receives all', async () => {
  const shop = await world.newMerchant()
  const fresh = async () => (await findMerchant(world.runtime.db, shop.merchant)) ?? shop.row
  const [all, some] = [`${url}/all`, `${url}/some`]
  for (const each of [all, some]) await addAddress(shop.context, { url: each })
  await changeAddressTypes(shop.context, { url: some, types: ['order.refunded', 'subscription.ended'] })
  const order = await orderOf(shop, 100)
  await post(shop, order.id, { type: 'charge' })
  await post(shop, order.id, { type: 'refund' })
  const typesSentTo = async (address: string) =>
    (await list(shop, { url: address })).rows.map(({ type }) => type).sort()
  expect(await typesSentTo(all)).toEqual(['order.charged', 'order.created', 'order.refunded'])
  expect(await typesSentTo(some)).toEqual(['order.refunded'])

  const account = await accountWith(shop, visa)
  const { id } = await subscribe(shop, account)
  await call(shop.privateKey, 'DELETE', `/account/${account.id}/subscription/${id}`)
  expect(await typesSentTo(some)).toEqual(['order.refunded', 'subscription.ended'])
  expect(addressesOf(await fresh(), some, 'order.created')).toEqual([some, all])

  await expect(changeAddressTypes(shop.context, { url, types: null })).rejects.toMatchObject({
    code: 'not-found',
  })
  await changeAddressTypes(shop.context, { url: some, types: null })
  expect(await listAddresses(shop.context)).toEqual([
    { url: all, types: null },
    { url: some, types: null },
  ])
  await changeAddressTypes(shop.context, { url: some, types: ['order.failed'] })
  await removeAddress(shop.context, { url: some })
  expect((await fresh()).callbackTypes).toEqual({})
})

test('a test callback reports no event', async () => {
  const shop = await world.newMerchant()
  const row = await sendTestCallback(shop.context, { url })
  expect(row).toMatchObject({ url, type: 'test', status: 'waiting' })
  expect(JSON.parse(row.payload)).toEqual({ type: 'test', timestamp: row.created.toISOString(), data: {} })
})

test('a merchant has at most ten addresses of its own, each once', async () => {
  const shop = await world.newMerchant()
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => addAddress(shop.context, { url: `${url}/${index}` })),
  )
  expect(await addAddress(shop.context, { url })).toHaveLength(10)
  expect(await addAddress(shop.context, { url })).toHaveLength(10)
  await expect(addAddress(shop.context, { url: `${url}/11` })).rejects.toMatchObject({
    code: 'callback.too-many',
    params: { max: 10 },
  })
  expect(await removeAddress(shop.context, { url: `${url}/3` })).toHaveLength(9)
  await expect(removeAddress(shop.context, { url: `${url}/3` })).rejects.toMatchObject({ code: 'not-found' })
  expect(new Set((await listAddresses(shop.context)).map((each) => each.url)).size).toBe(9)
  expect(await listAddresses((await world.newMerchant()).context)).toEqual([])
})

test.each(['ftp://shop.example', 'shop.example', 'http://', 'javascript:alert(1)'])(
  'rejects %s as an address',
  (address) => {
    expect(CallbackAddress.safeParse({ url: address }).success).toBe(false)
  },
)

test('lists active secrets newest first, and each expires when promised', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const activeSecrets = async () =>
    openSecrets(shop.merchant, (await sealedSecrets(db, [{ merchantId: shop.merchant }])).get(shop.merchant))
  const second = await rollSecret(shop.context, { overlap: 1 })
  expect(second.oldUntil.getTime() - Date.now()).toBeGreaterThan(hours(0.9))
  const third = await rollSecret(shop.context, SecretRoll.parse({}))
  expect(third.oldUntil.getTime() - Date.now()).toBeGreaterThan(hours(23))
  expect(await activeSecrets()).toEqual([third.secret, second.secret, shop.signingSecret])
  await db.execute(sql`
    update ${signingSecret} set expires = expires - interval '2 hours' where merchant_id = ${shop.merchant}`)
  expect(await activeSecrets()).toEqual([third.secret, second.secret])
  await rollSecret(shop.context, { overlap: 0 })
  await eventually(activeSecrets).toHaveLength(1)
})

test('two rolls at once leave exactly one secret without an expiry', async () => {
  const shop = await world.newMerchant()
  await Promise.all([1, 2, 3].map(() => rollSecret(shop.context, { overlap: 24 })))
  const endless = await world.runtime.db.$count(
    signingSecret,
    sql`${signingSecret.merchantId} = ${shop.merchant} and ${signingSecret.expires} is null`,
  )
  expect(endless).toBe(1)
})

test("an address that is both the order's and the merchant's gets one callback", async () => {
  const shop = await world.newMerchant()
  await addAddress(shop.context, CallbackAddress.parse({ url }))
  const payment = { type: 'card', card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', '/order', { items: 10, currency: 'SEK', callback: url, payment })
  expect(await idsOf(shop)).toHaveLength(1)
})

test('callbacks of a subscription and of its orders share a subject, so they arrive in order', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const { id } = await subscribe(shop, account, { callback: url })
  await runBilling(shop.context)
  await call(shop.privateKey, 'DELETE', `/account/${account.id}/subscription/${id}`)
  const { rows } = await list(shop)
  expect(rows.map(({ type }) => type).sort()).toEqual([
    'order.charged',
    'order.created',
    'subscription.ended',
  ])
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(1)
})

test('each kind of event has its own type', async () => {
  const shop = await world.newMerchant()
  const payment = { type: 'card', card: await tokenFor(shop) }
  const order = { items: 100, currency: 'SEK', callback: url, payment }
  const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', order)
  await post(shop, body.id, { type: 'charge', items: 60 })
  await post(shop, body.id, { type: 'cancel', items: 40 })
  await post(shop, body.id, { type: 'refund', items: 60 })
  expect((await callbacksOf(shop)).map(({ type }) => type)).toEqual([
    'order.created',
    'order.charged',
    'order.cancelled',
    'order.refunded',
  ])
})

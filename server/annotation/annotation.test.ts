import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { note } from '@/db/schema'
import { accountOf, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { accountWith, call, type ErrorBody, getOrder, orderOf, tokenFor, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import type { Subscription } from '../model/subscription/schemas'

const world = testWorld()

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

const put = <T>(path: string, body: unknown, key = shop.privateKey) => call<T>(key, 'PUT', path, body)
const cart = { cart: 'cart_8812', 'Ä name with spaces': '' }

test('metadata is returned as it was sent, replaced as a whole, and absent if there is none', async () => {
  const given = { items: 10, currency: 'SEK', payment: { type: 'card', card: await tokenFor(shop) } }
  const { body: order } = await call<Order>(shop.privateKey, 'POST', '/order', { ...given, metadata: cart })
  expect(order.metadata).toEqual(cart)
  expect((await getOrder(shop, order.id)).metadata).toEqual(cart)
  expect((await put(`/order/${order.id}/metadata`, { a: '1' })).body).toEqual({ a: '1' })
  expect((await getOrder(shop, order.id)).metadata).toEqual({ a: '1' })
  const charged = await call(shop.privateKey, 'POST', `/order/${order.id}/event`, { type: 'charge' })
  expect(charged.status).toBe(201)
  expect((await getOrder(shop, order.id)).metadata).toEqual({ a: '1' })
  await put(`/order/${order.id}/metadata`, {})
  expect(await getOrder(shop, order.id)).not.toHaveProperty('metadata')

  const account = await call<Account>(shop.privateKey, 'POST', '/account', { method: [], metadata: cart })
  const at = `/account/${account.body.id}`
  expect(account.body.metadata).toEqual(cart)
  await put(`${at}/metadata`, { tier: 'gold' })
  const read = await call<Account>(shop.privateKey, 'GET', at)
  expect(read.body.metadata).toEqual({ tier: 'gold' })
  await put(`${at}/customer`, { name: 'Jane' })
  expect((await call<Account>(shop.privateKey, 'GET', at)).body.metadata).toEqual({ tier: 'gold' })
})

test.each<[string, unknown, string]>([
  ['too many names', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`n${at}`, ''])), '50 names'],
  ['a name that is too long', { ['x'.repeat(41)]: '' }, 'at most 40 characters'],
  ['an empty name', { '': 'x' }, 'must not be empty'],
  ['a value that is too long', { a: 'x'.repeat(501) }, 'at most 500 characters'],
  ['a value that is not a text', { a: 1 }, 'must be a string'],
  ['a value that cannot be stored', { a: 'x\0' }, 'NUL'],
  ['a card number', { a: visa }, 'card number'],
  ['a card number as name', { [visa]: 'a' }, 'card number'],
  ['no object', ['a'], 'must be an object'],
])('refuses metadata with %s', async (_, metadata, words) => {
  const { id } = await orderOf(shop, 10)
  const { status, text } = await put<ErrorBody>(`/order/${id}/metadata`, metadata)
  expect([status, text]).toEqual([400, expect.stringContaining(words)])
  expect(text).not.toContain(visa)
  const created = await call<ErrorBody>(shop.privateKey, 'POST', '/account', { method: [], metadata })
  expect([created.status, created.text]).toEqual([400, expect.stringContaining('metadata')])
})

test('accepts fifty names of forty characters', async () => {
  const { id } = await orderOf(shop, 10)
  const name = (at: number) => String(at).padEnd(40, 'é')
  const max = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [name(at), '語'.repeat(500)]))
  expect((await put(`/order/${id}/metadata`, max)).status).toBe(200)
  expect((await getOrder(shop, id)).metadata).toEqual(max)
})

test('public keys cannot set metadata, and customers see neither it nor the callback address of an order', async () => {
  const refused = await call<ErrorBody>(shop.publicKey, 'POST', '/account', { method: [], metadata: cart })
  expect([refused.status, refused.body.content.property]).toEqual([400, 'metadata'])
  const payment = { type: 'card', card: await tokenFor(shop) }
  const order = { items: 10, currency: 'SEK', payment, metadata: cart }
  expect((await call<ErrorBody>(shop.publicKey, 'POST', '/order', order)).body.content.property).toBe(
    'metadata',
  )

  const account = await accountWith(shop, visa)
  const at = `/account/${account.id}`
  await put(`${at}/metadata`, cart)
  const monthly = { items: 10, currency: 'SEK', schedule: 'monthly', start: '2090-01-01', metadata: cart }
  await call(shop.privateKey, 'POST', `${at}/subscription`, monthly)
  const pay = { type: 'account', account: account.id }
  const callback = 'https://kassa:cart_8812@shop.example/callback'
  await call(shop.privateKey, 'POST', '/order', { ...order, payment: pay, callback })
  const { key } = (await call<{ key: string }>(shop.privateKey, 'POST', `${at}/key`)).body
  for (const path of ['', '/order', '/subscription']) {
    expect((await call(key, 'GET', `/account/me${path}`)).text, path).not.toContain('cart_8812')
    expect((await call(shop.privateKey, 'GET', at + path)).text, path).toContain('cart_8812')
  }
  const [{ id = '' } = {}] = (await call<Subscription[]>(key, 'GET', '/account/me/subscription')).body
  expect((await call(key, 'DELETE', `/account/me/subscription/${id}`)).text).not.toContain('cart_8812')
})

test('a subscription passes its metadata on to its orders', async () => {
  const own = await shopOn(world, '2027-05-01')
  const account = await payer(own, visa)
  const { id } = await subscribe(own, account, { metadata: cart })
  const at = `/account/${account.id}/subscription/${id}`
  await move(own, { to: '2027-05-02' })
  await put(`${at}/metadata`, { plan: 'b' }, own.privateKey)
  await move(own, { to: '2027-06-02' })
  const orders = await ordersOf(own, account)
  expect(orders.map(({ metadata }) => metadata)).toEqual([cart, { plan: 'b' }])
  const patched = await call<Subscription[]>(own.privateKey, 'PATCH', at, { metadata: null })
  expect(patched.body[0]).not.toHaveProperty('metadata')
  const replaced = { items: 5, currency: 'SEK', schedule: 'monthly', metadata: { plan: 'c' } }
  expect((await call<Subscription[]>(own.privateKey, 'PUT', at, replaced)).body[0]?.metadata).toEqual({
    plan: 'c',
  })
  expect((await accountOf(own, account)).subscription[0]?.metadata).toEqual({ plan: 'c' })
})

describe('members who work at the same moment', () => {
  const twoMembers = async () => {
    const shop = await world.newMerchant()
    const joined = () => dashboardAs(world.runtime, shop.merchant, 'support')
    const jane = await payer(shop, visa)
    const { id } = await subscribe(shop, jane)
    const order = { subject: 'order', id: (await orderOf(shop, 10)).id } as const
    const account = { subject: 'account', id: jane.id } as const
    const subjects = [order, account, { subject: 'subscription', account: jane.id, id } as const]
    return { one: await joined(), other: await joined(), order, account, subjects }
  }

  test('add a tag once, and no more tags than allowed', async () => {
    const { one, other, order, account } = await twoMembers()
    const addAll = (about: typeof order | typeof account, tags: string[]) =>
      Promise.allSettled(tags.map((tag, place) => (place % 2 ? one : other).tag.add({ ...about, tag })))
    const tagsOf = async (about: typeof order | typeof account) =>
      (await one[about.subject].get({ id: about.id })).tags
    for (const about of [order, account]) {
      await addAll(about, ['VIP', 'VIP', 'vip', 'VIP', 'Vip', 'VIP', 'VIP', 'VIP'])
      expect(await tagsOf(about)).toHaveLength(1)
      await addAll(
        about,
        Array.from({ length: 18 }, (_, place) => `tag ${place}`),
      )
      expect(await tagsOf(about)).toHaveLength(19)
      const last = await addAll(about, ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await tagsOf(about)).toHaveLength(20)
    }
  })

  test('do not delete the metadata that the other has saved since', async () => {
    const { one, other, order, subjects } = await twoMembers()
    const shop = { shop: 'berlin' }
    for (const about of subjects) {
      await one.metadata.replace({ ...about, metadata: shop, expected: {} })
      const erp = { ...about, metadata: { ...shop, erp: '77' }, expected: shop }
      await one.metadata.replace(erp)
      const parcel = { ...about, metadata: { ...shop, parcel: '123' }, expected: shop }
      await expect(other.metadata.replace(parcel)).rejects.toMatchObject({
        details: { status: 409, content: { description: expect.stringContaining('Reload the page') } },
      })
      await one.metadata.replace(erp)
      await expect(other.metadata.replace({ ...about, metadata: {}, expected: {} })).rejects.toThrow()
    }
    expect((await one.order.get({ id: order.id })).metadata).toEqual({ shop: 'berlin', erp: '77' })
    const at = { ...order, expected: { erp: '77', shop: 'berlin' } }
    const both = await Promise.allSettled([
      one.metadata.replace({ ...at, metadata: { one: '1' } }),
      other.metadata.replace({ ...at, metadata: { other: '2' } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

test('notes, tags and metadata appear in the audit log, and no other merchant sees them', async () => {
  const shop = await world.newMerchant()
  const member = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const order = { subject: 'order', id: (await orderOf(shop, 10)).id } as const
  const account = { subject: 'account', id: (await accountWith(shop, visa)).id } as const
  const said = { ...order, text: ' Called her. ', attempt: crypto.randomUUID() }
  await member.note.add(said)
  await member.note.add(said)
  await member.note.add({ ...account, text: 'VIP', attempt: crypto.randomUUID() })
  const [kept, ...more] = await member.note.list(order)
  expect([kept, more]).toMatchObject([{ text: 'Called her.', email: expect.stringContaining('@') }, []])

  for (const tag of ['vip', ' Wholesale', 'VIP']) await member.tag.add({ ...order, tag })
  await member.tag.add({ ...account, tag: 'vip' })
  expect((await member.order.get({ id: order.id })).tags).toEqual(['vip', 'Wholesale'])
  expect(await member.tag.inUse()).toEqual(['vip', 'Wholesale'])
  await member.tag.remove({ ...order, tag: 'vip' })
  await member.tag.remove({ ...account, tag: 'vip' })
  expect((await member.account.get({ id: account.id })).tags).toEqual([])
  await member.metadata.replace({ ...order, metadata: cart })
  expect((await member.order.get({ id: order.id })).metadata).toEqual(cart)

  const other = await world.newMerchant()
  const stranger = await dashboardAs(world.runtime, other.merchant, 'admin')
  expect(await stranger.note.list(order)).toEqual([])
  expect(await stranger.tag.inUse()).toEqual([])
  const strange = [
    () => stranger.note.add(said),
    () => stranger.note.remove({ id: kept?.id ?? '' }),
    () => stranger.tag.add({ ...order, tag: 'x' }),
    () => stranger.metadata.replace({ ...order, metadata: {} }),
    () => stranger.order.similar({ id: order.id }),
    () => stranger.account.duplicates({ id: account.id }),
    () => stranger.account.figures({ id: account.id }),
  ]
  for (const each of strange) await expect(each()).rejects.toMatchObject({ details: { type: 'not found' } })
  expect(await stranger.audit.about({ order: order.id })).toEqual([])

  expect(await member.note.remove({ id: kept?.id ?? '' })).toEqual({ isOwn: true })
  expect(await member.note.list(order)).toEqual([])
  const { entries } = await member.audit.list({ subject: 'order' })
  expect(entries.map(({ words }) => words).toReversed()).toEqual([
    'wrote a note about {subject}',
    'added the tag “vip” to {subject}',
    'added the tag “Wholesale” to {subject}',
    'added the tag “VIP” to {subject}',
    'removed the tag “vip” from {subject}',
    'changed the metadata of {subject}',
    'deleted a note about {subject}',
  ])
  const about = await member.audit.about({ order: order.id })
  expect(about.map(({ words }) => words)).toContain('Added the tag “vip” to this order')
  expect(about.map(({ words }) => words)).not.toContain('Wrote a note about this order')
})

test('there are at most twenty tags, and tags that are added at once are all kept', async () => {
  const { tag, order } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const on = { subject: 'order', id: (await orderOf(shop, 10)).id } as const
  await Promise.all(['a', 'b', 'c'].map((each) => tag.add({ ...on, tag: each })))
  expect((await order.get({ id: on.id })).tags.toSorted()).toEqual(['a', 'b', 'c'])
  for (let count = 4; count <= 20; count++) await tag.add({ ...on, tag: `t${count}` })
  await expect(tag.add({ ...on, tag: 'one more' })).rejects.toMatchObject({
    details: { code: 'tag.too-many' },
  })
})

test('a remark on a refund becomes one note, and none if the refund is refused', async () => {
  const { order } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { id } = await orderOf(shop, 10)
  await call(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge' })
  const event = { type: 'refund', reason: 'other' } as const
  const refund = { id, event, attempt: crypto.randomUUID(), expected: 999n, remark: 'Broken on arrival' }
  await expect(order.operate(refund)).rejects.toThrow()
  const notes = () => world.runtime.db.select().from(note).where(eq(note.subjectId, id))
  expect(await notes()).toEqual([])
  await order.operate({ ...refund, expected: 1000n })
  await order.operate({ ...refund, expected: 1000n })
  expect(await notes()).toMatchObject([{ text: 'Broken on arrival', subject: 'order' }])
  const { events } = await order.get({ id })
  expect(events.map(({ type, by, reason }) => [type, by, reason])).toEqual([
    ['order', expect.stringMatching(/^Key “/), null],
    ['charge', expect.stringMatching(/^Key “/), null],
    ['refund', expect.stringContaining('@'), 'other'],
  ])
})

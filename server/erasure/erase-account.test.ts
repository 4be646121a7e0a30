// @module-tag slow

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { declinedCard, document, mail, merchant } from '@/db/schema'
import { callbacksOf, payer, shopOn } from '@/test/billing'
import { call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { dashboard } from '@/test/members'
import { clientOf, columnsWith, everyRow, liveWith } from '@/test/personal-data'
import { deliverAll, receiver } from '@/test/receiver'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { exportAccounts } from '../account/export-accounts'
import { bookAll } from '../booking/book'
import { days, later } from '../core/clock'
import { checkBooks } from '../journal/check-books'
import { requestLinks } from '../link/request-links'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { deleteOldRequests } from '../request-log/delete-old-requests'
import { flushRequestLog } from '../request-log/write'
import { eraseAccount } from './erase-account'

const world = testWorld()

/** Where personal data stays: the law demands that documents are kept. */
const kept = ['document.content']
/** Where it stays for seven days. Stored responses are encrypted. */
const keptForAWeek = ['request_contents.contents', 'request_log.query']

let count = 0

/** A merchant whose callbacks are received by a system that repeats what it knows of customers, and one account. */
async function lived(shop?: TestMerchant) {
  const marker = `Zq${'abcdefghijklm'[count++]}person`
  const at = shop ?? (await shopOn(world, '2027-05-01'))
  const hook = await receiver((response) => response.end(`Thank you, ${marker}`))
  const callbacks = [hook.url]
  await world.runtime.db.update(merchant).set({ callbacks }).where(eq(merchant.id, at.merchant))
  const mine = await liveWith(world, at, marker)
  const context = await contextNow(world, at)
  await bookAll(context)
  return { ...mine, shop: at, marker, context, at: `/account/${mine.id}` }
}

const columnsOf = async (text: string) => {
  await flushRequestLog(world.runtime.db)
  return columnsWith(world.runtime.db, text)
}

/** Ids of subscriptions are unique only within their account. */
const isUnique = (id: string) => id.length >= 16

const brokenRules = async (shop: TestMerchant) =>
  (await checkBooks(await contextNow(world, shop))).filter(({ broken }) => broken > 0)

const erase = <T = Account>({ shop, at }: { shop: TestMerchant; at: string }) =>
  call<T>(shop.privateKey, 'POST', `${at}/erasure`)

test('erases what identifies the customer from every table, and nothing about anybody else', async () => {
  const mine = await lived()
  const sibling = await lived(mine.shop)
  const stranger = await lived()
  await deliverAll(world, mine.shop, stranger.shop)
  await call(mine.shop.privateKey, 'GET', `/account?email=${mine.customer.email}`)
  const everywhere = await columnsOf(mine.marker)
  // If a place is not filled any more, this test no longer shows that it is erased.
  expect(everywhere).toEqual(
    expect.arrayContaining([
      ...[
        'account.customer',
        'account.metadata',
        'account.search_text',
        'account.tags',
        'account_link.contact',
      ],
      ...['audit_entry.after', 'audit_entry.before', 'callback_attempt.answer', 'callback_delivery.payload'],
      ...['document.content', 'email_change.email', 'mail.data', 'mail.to', 'method.client', 'note.text'],
      ...['notification.subject', 'operation.draft', 'order.client', 'order.metadata', 'order.tags'],
      ...['payment_link.contact', 'request_contents.contents', 'request_log.query', 'saved_view.query'],
      'subscription.metadata',
    ]),
  )

  const isToTeam = and(eq(mail.accountId, ''), sql`${mail.data}::text like ${`%${mine.marker}%`}`)
  const toTeam = await world.runtime.db.selectDistinct({ template: mail.template }).from(mail).where(isToTeam)
  expect(toTeam.map(({ template }) => template).sort()).toEqual(['team-digest', 'team-notice'])
  const declined = () => world.runtime.db.$count(declinedCard, eq(declinedCard.accountId, mine.id))
  expect(await declined()).toBe(1)
  const { ip } = clientOf(mine.marker)
  expect(await columnsOf(ip)).toEqual(
    expect.arrayContaining(['method.client', 'operation.draft', 'order.client']),
  )

  const before = await everyRow(world.runtime.db)
  const others = await Promise.all([sibling, stranger].map(({ marker }) => columnsOf(marker)))
  expect(await eraseAccount(mine.context, mine.id)).toBe(true)
  expect(await columnsOf(mine.marker)).toEqual([...kept, ...keptForAWeek])
  expect(await columnsOf(ip)).toEqual(['request_contents.contents'])
  expect(await declined()).toBe(0)
  expect(await Promise.all([sibling, stranger].map(({ marker }) => columnsOf(marker)))).toEqual(others)

  // Every row that has changed, or is gone, is about the account or something of it.
  const after = await everyRow(world.runtime.db)
  const [was, is] = [before, after].map((rows) => new Map(rows.map((each) => [JSON.stringify(each), each])))
  const isMine = ({ row }: (typeof before)[number]) =>
    Object.values(row).some((each) => [mine.id, mine.marker].some((text) => each?.includes(text)))
  const ids = [...new Set(before.filter(isMine).flatMap(({ row }) => row.id ?? []))].filter(isUnique)
  const changed = [...(was ?? [])]
    .filter(([text]) => !is?.has(text))
    .concat([...(is ?? [])].filter(([text]) => !was?.has(text)))
  expect(changed.length).toBeGreaterThan(50)
  const strange = changed.filter(([text]) => ![mine.id, mine.marker, ...ids].some((id) => text.includes(id)))
  expect(strange).toEqual([])
  expect(await brokenRules(mine.shop)).toEqual([])

  expect(await deleteOldRequests(world.runtime.db, later(new Date(), days(8)))).toBeGreaterThan(0)
  expect(await columnsOf(mine.marker)).toEqual(kept)
})

test('an erased account is listed under its id, and nobody finds it by what was erased', async () => {
  const mine = await lived()
  const { shop, id, at, customer } = mine
  const { status, body } = await erase(mine)
  expect([status, body]).toEqual([
    200,
    {
      ...{
        id,
        number: body.number,
        method: [],
        status: 'created',
        language: 'sv',
        erased: expect.any(String),
      },
      subscription: [expect.objectContaining({ id: mine.subscription })],
    },
  ])
  expect((await call(shop.privateKey, 'GET', at)).body).toEqual(body)
  expect((await call<Account[]>(shop.privateKey, 'GET', '/account')).body).toEqual([body])
  expect((await call(shop.privateKey, 'GET', `/account?email=${customer.email}`)).body).toEqual([])
  const member = dashboard(world.runtime, mine.session, shop.merchant)
  for (const search of [mine.marker, customer.email])
    expect((await member.account.list({ search })).accounts).toEqual([])
  expect((await member.account.list({ search: id })).accounts).toMatchObject([
    { id, erased: expect.any(Date) },
  ])
  expect((await member.account.list({ search: id, erased: 'no' })).accounts).toEqual([])
  expect(await member.search.find({ text: id, only: ['account'] })).toMatchObject([{ id, status: 'erased' }])
  const file = exportAccounts(mine.context, exportAccounts.query.parse({ columns: 'status,id', search: id }))
  expect(await new Response(file).text()).toContain(`erased;${id}`)
  await requestLinks(world.runtime, { email: customer.email })
  expect(await world.runtime.db.$count(mail, eq(mail.accountId, id))).toBe(0)
  expect((await call(mine.accountKey, 'GET', '/account/me')).status).toBe(401)
})

test('nothing can be added to an erased account, and it cannot be charged', async () => {
  const mine = await lived()
  const { shop, id, at } = mine
  await erase(mine)
  const token = { type: 'token', card: await tokenFor(shop) }
  const monthly = { items: 10, currency: 'SEK', schedule: 'monthly' }
  const refusal = async (method: string, path: string, body?: unknown, key = shop.privateKey) => {
    const { status, body: refused } = await call<ErrorBody>(key, method, path, body)
    return [status, refused.content.type]
  }
  for (const [method, path, body] of [
    ['PUT', '/customer', { name: 'Jane' }],
    ['PUT', '/metadata', { shop: 'a' }],
    ['PUT', `/subscription/${mine.subscription}/metadata`, { shop: 'a' }],
    ['PUT', '/language', { language: 'en' }],
    ['POST', '/method', token],
    ['POST', '/subscription', monthly],
    ['POST', '/link', undefined],
    ['POST', '/key', undefined],
  ] as const)
    expect(await refusal(method, at + path, body), path).toEqual([409, 'Account'])
  const order = { items: 10, currency: 'SEK', payment: { type: 'account', account: id } }
  expect(await refusal('POST', '/order', order)).toEqual([409, 'Account'])
  expect((await refusal('POST', '/order', order, shop.publicKey))[0]).toBe(400)
  // The token of the refused card has not been used.
  const other = await call(shop.privateKey, 'POST', '/account', { method: [token] })
  expect(other.status).toBe(201)

  const member = dashboard(world.runtime, mine.session, shop.merchant)
  const about = { subject: 'account', id } as const
  const erased = { details: { status: 409 } }
  const attempt = crypto.randomUUID()
  await expect(member.note.add({ ...about, text: 'Jane', attempt })).rejects.toMatchObject(erased)
  await expect(member.tag.add({ ...about, tag: 'Jane' })).rejects.toMatchObject(erased)
  await expect(member.account.sendLink({ id, attempt })).rejects.toMatchObject(erased)
  // PostgreSQL does not allow it, either.
  const force = sql`update account set customer = '{}' where id = ${id}`
  await expect(world.runtime.db.execute(force)).rejects.toMatchObject({ cause: { code: '23514' } })
})

test('erasing again succeeds, and changes nothing if nothing was added, and the audit log has it once, without personal data', async () => {
  const mine = await lived()
  await deliverAll(world, mine.shop)
  const { erase } = dashboard(world.runtime, mine.session, mine.shop.merchant).account
  await erase({ id: mine.id })
  const rows = async () => {
    await flushRequestLog(world.runtime.db)
    return everyRow(world.runtime.db)
  }
  const before = await rows()
  await erase({ id: mine.id })
  expect(await rows()).toEqual(before)
  const again = await call<Account>(mine.shop.privateKey, 'POST', `${mine.at}/erasure`)
  const first = await call<Account>(mine.shop.privateKey, 'GET', mine.at)
  expect([again.status, again.body]).toEqual([200, first.body])
  const entries = before.filter(({ table, row }) => table === 'audit_entry' && row.action === 'account.erase')
  expect(entries.map(({ row }) => row)).toMatchObject([
    { subject: 'account', subject_id: mine.id, email: mine.session.email, before: null, after: null },
  ])
  const { audit, account } = dashboard(world.runtime, mine.session, mine.shop.merchant)
  const [entry] = (await audit.list({})).entries
  expect(entry).toMatchObject({
    words: 'erased the personal data of {subject}',
    link: { name: `account ${mine.id}` },
  })
  expect((await account.history({ id: mine.id })).rows[0]).toMatchObject({ kind: 'action' })
})

test('erasing again erases what was written about orders since', async () => {
  const mine = await lived()
  await erase(mine)
  const about = { subject: 'order', id: mine.orderId } as const
  const member = dashboard(world.runtime, mine.session, mine.shop.merchant)
  await member.metadata.replace({ ...about, metadata: { shop: mine.marker } })
  await member.note.add({ ...about, text: mine.marker, attempt: crypto.randomUUID() })
  expect(await columnsOf(mine.marker)).toEqual(
    expect.arrayContaining(['audit_entry.after', 'note.text', 'order.metadata']),
  )
  expect((await erase(mine)).status).toBe(200)
  expect(await columnsOf(mine.marker)).toEqual([...kept, ...keptForAWeek.slice(0, 1)])
})

test('an order of an erased account can still be refunded, to the buyer of its invoice and without mail', async () => {
  const mine = await lived()
  const { shop, at } = mine
  const adding = { type: 'token', card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', `${at}/method`, adding)
  const order = { items: 10, currency: 'SEK', payment: { type: 'account', account: mine.id } }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...order,
    metadata: { a: mine.marker },
  })
  await post(shop, body.id, { type: 'charge' })
  await bookAll(mine.context)
  expect((await erase(mine)).status).toBe(200)
  expect((await post<Order>(shop, body.id, { type: 'refund' })).status).toBe(201)
  await bookAll(mine.context)
  const documents = await world.runtime.db.select().from(document).where(eq(document.orderId, body.id))
  expect(documents.map(({ kind, content }) => [kind, content.buyer.name])).toEqual([
    ['invoice', mine.customer.name],
    ['credit-note', mine.customer.name],
  ])
  expect(await world.runtime.db.$count(mail, eq(mail.accountId, mine.id))).toBe(0)
  const [refunded] = (await callbacksOf(shop)).slice(-1)
  expect([refunded?.type, JSON.stringify(refunded)]).toEqual([
    'order.refunded',
    expect.not.stringContaining(mine.marker),
  ])
  expect(await brokenRules(shop)).toEqual([])
})

test('a document that waits for company details is issued later, with its buyer', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const change = (to: Partial<typeof merchant.$inferInsert>) =>
    world.runtime.db.update(merchant).set(to).where(eq(merchant.id, shop.merchant))
  const book = async () => {
    await bookAll(await contextNow(world, shop))
    return world.runtime.db.select().from(document).where(eq(document.merchantId, shop.merchant))
  }
  const { id } = await payer(shop, visa)
  const order = { items: 10, currency: 'SEK', payment: { type: 'account', account: id } }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', order)
  await post(shop, body.id, { type: 'charge' })
  await change({ type: 'live' })
  expect(await book()).toMatchObject([{ number: null }])
  await eraseAccount(await contextNow(world, shop), id)
  const address = { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' }
  const numbers = { organisationNumber: '556012-3456', vatNumber: 'SE556012345601' }
  await change({ company: { legalName: 'Roastery AB', address, ...numbers } })
  const issued = { number: expect.any(String), content: { buyer: { name: 'Jane Doe' } } }
  expect(await book()).toMatchObject([issued])
})

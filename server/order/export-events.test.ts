import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, orderEvent } from '@/db/schema'
import { declining, payer, subscribe } from '@/test/billing'
import { call, orderOf } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { exportAccounts } from '../account/export-accounts'
import { billAll } from '../billing/run-all'
import { exportDocumentList } from '../document/export-document-list'
import { dayOf } from '../model/calendar'
import { exportMovements } from '../report/export-movements'
import { exportFees } from '../settlement/export-fees'
import { exportSubscriptions } from '../subscription/export-subscriptions'
import { exportAttempts } from './export-attempts'
import { exportEvents } from './export-events'
import { exportOrders } from './export-orders'

const world = testWorld()

const linesOf = async (file: ReadableStream<Uint8Array>) =>
  (await new Response(file).text()).replace('\ufeff', '').trim().split(/\r?\n/)

test('an export of events names who caused them', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 10)
  const owner = await newMember(world.runtime, shop.merchant, 'owner')
  const { order } = dashboard(world.runtime, owner, shop.merchant)
  await order.operate({ id, event: { type: 'charge' }, attempt: crypto.randomUUID(), expected: 1_000n })
  const lines = await linesOf(exportEvents(shop.context, { columns: 'event,actor', sort: 'oldest' }))
  expect(lines).toEqual([
    'event;of;actor',
    expect.stringMatching(/^order;;"?Key “/),
    `charge;;${owner.email}`,
  ])
})

test('an export of events states why a payment failed with the code that the merchant may know, not in words for the payer', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await billAll(shop.context)
  // A failure has the reason of its operation too.
  await world.runtime.db
    .update(orderEvent)
    .set({ reason: 'duplicate' })
    .where(and(eq(orderEvent.merchantId, shop.merchant), eq(orderEvent.type, 'fail')))
  const lines = await linesOf(exportEvents(shop.context, { columns: 'event,reason' }))
  expect(lines).toEqual(['event;of;reason', 'fail;charge;card declined', 'order;;'])
})

test('exports name customers without a name by their e-mail address, and no date on which a suspended account is not charged', async () => {
  const shop = await world.newMerchant()
  const { id } = await payer(shop, declining)
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, { email: 'jane@example.com' })
  await subscribe(shop, { id })
  await billAll(shop.context)
  const files = [
    exportEvents(shop.context, { type: 'fail', columns: 'customer' }),
    exportOrders(shop.context, { columns: 'customer' }),
    exportAttempts(shop.context, { columns: 'customer' }),
  ]
  for (const file of files) expect((await linesOf(file))[1]).toBe('jane@example.com')
  const due = async () =>
    (await linesOf(exportSubscriptions(shop.context, { columns: 'due,status' }))).slice(1)
  expect(await due()).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\d;retrying, active$/)])
  await world.runtime.db.update(account).set({ status: 'suspended' }).where(eq(account.id, id))
  expect(await due()).toEqual([';retrying, suspended'])
})

// At any time, one of them has a different day from UTC.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'exports have the day of a merchant in %s beside the time',
  async (timeZone) => {
    const shop = await world.newMerchant()
    const context = { ...shop.context, merchant: { ...shop.context.merchant, timeZone } }
    await orderOf(shop, 10)
    const account = await payer(shop, declining)
    await subscribe(shop, account)
    await billAll(context)
    const files = [
      exportEvents(context, { columns: 'date' }),
      exportOrders(context, { columns: 'created' }),
      exportAttempts(context, { columns: 'created' }),
      exportAccounts(context, exportAccounts.query.parse({ columns: 'created' })),
      exportSubscriptions(context, { columns: 'created' }),
      exportMovements(context, { columns: 'date' }),
    ]
    for (const [place, file] of files.entries()) {
      const [instant = '', day] = (await linesOf(file))[1]?.split(';') ?? []
      expect(day, `file ${place}`).toBe(dayOf(new Date(instant), timeZone))
    }
    const head = async (file: ReadableStream<Uint8Array>) => (await linesOf(file))[0]
    expect(await head(exportFees(context, { columns: 'date' }))).toBe('date;day')
    expect(await head(exportDocumentList(context, { columns: 'date' }))).toBe('date;day')
    // Programs may read complete files by position.
    expect(await head(exportAttempts(context, {}))).toMatch(/^created;customer;.*;account;day$/)
  },
)

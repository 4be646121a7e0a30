import { expect, test } from 'vitest'
import { declining, payer, subscribe } from '@/test/billing'
import { orderOf } from '@/test/call'
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
import { exportOrders, OrderExport } from './export-orders'

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
  const lines = await linesOf(exportEvents(shop.context, { columns: 'event,reason' }))
  expect(lines).toEqual(['event;of;reason', 'fail;charge;card declined', 'order;;'])
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
      exportOrders(context, OrderExport.parse({ columns: 'created' })),
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

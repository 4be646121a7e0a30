import { expect, test } from 'vitest'
import { orderOf } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { exportDocumentList } from '../document/export-document-list'
import { dayOf } from '../model/calendar'
import { exportFees } from '../settlement/export-fees'
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

// At any time, one of them has another day than UTC.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'exports have the day of a merchant in %s beside the time',
  async (timeZone) => {
    const shop = await world.newMerchant()
    const context = { ...shop.context, merchant: { ...shop.context.merchant, timeZone } }
    await orderOf(shop, 10)
    const expectDay = (line = '') => {
      const [instant = '', day] = line.split(';')
      expect(day).toBe(dayOf(new Date(instant), timeZone))
    }
    expectDay((await linesOf(exportEvents(context, { columns: 'date' })))[1])
    const orders = exportOrders(context, OrderExport.parse({ columns: 'created' }))
    expectDay((await linesOf(orders))[1])
    const head = async (file: ReadableStream<Uint8Array>) => (await linesOf(file))[0]
    expect(await head(exportFees(context, { columns: 'date' }))).toBe('date;day')
    expect(await head(exportDocumentList(context, { columns: 'date' }))).toBe('date;day')
  },
)

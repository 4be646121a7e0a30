import { expect, test } from 'vitest'
import { payer } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import type { Context } from '../core/context'
import { changeMerchant } from '../merchant/change-merchant'
import { dayOf } from '../model/calendar'
import type { ChartName } from '../model/chart'
import type { Order } from '../model/order/schemas'
import { exportJournal } from './export-csv'
import { exportDatev } from './export-datev'
import { exportSie } from './export-sie'

const world = testWorld()

const french = { address: { countryCode: 'FR' }, vatNumber: 'FR 12 123456789' }
const norwegian = { address: { countryCode: 'NO' } }

/** A merchant that has charged and refunded a business in another country: one line with VAT, one without. */
async function exporter({ sells = 'services' as 'services' | 'goods', buyer = {} } = {}) {
  const shop = await world.newMerchant()
  await changeMerchant(shop.context, { company: { vatNumber: 'SE556012345601' }, bookkeeping: { sells } })
  const account = await payer(shop, visa)
  const business = { type: 'organisation', name: 'Café Paris', ...french, ...buyer }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, business)
  const payment = { type: 'account', account: account.id }
  const items = [
    { name: 'Advice', price: 100, vat: 0 },
    { name: 'Coffee', price: 40, vat: 25 },
  ]
  const { id } = (await call<Order>(shop.privateKey, 'POST', '/order', { items, currency: 'EUR', payment }))
    .body
  for (const type of ['charge', 'refund']) await post(shop, id, { type })
  await bookAll(await contextNow(world, shop))
  return shop
}

const today = ({ clock, merchant }: Context) => {
  const day = dayOf(clock.now(), merchant.timeZone)
  return { from: day, to: day }
}

const textOf = (file: ReadableStream<Uint8Array>) => new Response(file).text()

test('the CSV states why a sale has no VAT, and the VAT number and country of the buyer', async () => {
  const { context } = await exporter()
  const text = await textOf(exportJournal(context, today(context)))
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.split(';')
  const ofReturns = lines.map((line) =>
    ['gross', 'category', 'vatNumber', 'country'].map((name) => line.split(';')[names.indexOf(name)]),
  )
  expect(ofReturns).toEqual([
    ['50,00', 'S', 'FR12123456789', 'FR'],
    ['100,00', 'AE', 'FR12123456789', 'FR'],
    ['-50,00', 'S', 'FR12123456789', 'FR'],
    ['-100,00', 'AE', 'FR12123456789', 'FR'],
  ])
})

test.each([
  ['services to a business in another EU country', {}, '3308'],
  ['goods to a business in another EU country', { sells: 'goods' as const }, '3108'],
  ['goods to a business outside the EU', { sells: 'goods' as const, buyer: norwegian }, '3105'],
])('SIE posts %s to an account of their own', async (_, options, number) => {
  const { context } = await exporter(options)
  const text = await textOf(exportSie(context, { ...today(context), currency: 'EUR' }))
  expect(text.match(/#TRANS 3\d+ .*/g)?.toSorted()).toEqual(
    [
      '#TRANS 3001 {} -40.00',
      '#TRANS 3001 {} 40.00',
      `#TRANS ${number} {} -100.00`,
      `#TRANS ${number} {} 100.00`,
    ].toSorted(),
  )
})

test.each<[ChartName, 'services' | 'goods', string]>([
  ['SKR03', 'services', '8336'],
  ['SKR04', 'services', '4336'],
  ['SKR03', 'goods', '8125'],
  ['SKR04', 'goods', '4125'],
])(
  'DATEV with %s posts %s to %s with the buyer’s VAT number, and nothing else',
  async (chartName, sells, number) => {
    const { context } = await exporter({ sells })
    const german = { ...context.merchant, bookkeeping: { chartName } }
    const text = await textOf(exportDatev({ ...context, merchant: german }, today(context)))
    const rows = text.trim().split('\r\n').slice(2)
    const ofBuyer = rows.filter((row) => row.includes('FR12123456789')).map((row) => row.split(';'))
    expect(ofBuyer.map(([amount, side, , , , , , contra]) => [amount, side, contra]).toSorted()).toEqual([
      ['100,00', '"H"', number],
      ['100,00', '"S"', number],
    ])
    expect(ofBuyer.map((row) => row.indexOf('"FR12123456789"'))).toEqual([39, 39])
    expect(rows).toHaveLength(6)
  },
)

test('a merchant’s own account takes its place', async () => {
  const { context } = await exporter()
  const own = { ...context.merchant, bookkeeping: { chart: { 'sales.reverse-charge': '3108' } } }
  const text = await textOf(exportSie({ ...context, merchant: own }, { ...today(context), currency: 'EUR' }))
  expect(text.match(/#TRANS 3108 /g)).toHaveLength(2)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { payer } from '@/test/billing'
import { call, post, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import type { Context } from '../core/context'
import { groupBy } from '../core/group-by'
import { changeMerchant } from '../merchant/change-merchant'
import { dayOf } from '../model/calendar'
import type { BookkeepingSettings } from '../model/company'
import type { Order } from '../model/order/schemas'
import { BookkeepingChange, bookkeepingSettings, changeBookkeeping } from './bookkeeping-settings'
import { checkExports } from './check-exports'
import { exportDatev } from './export-datev'
import { exportSie } from './export-sie'

const world = testWorld()

const french = { type: 'organisation', address: { countryCode: 'FR' }, vatNumber: 'FR 12 123456789' }

/** A Swedish merchant that has sold to one customer of each kind, and refunded all of it. */
let context: Context
let today: { from: string; to: string }
beforeAll(async () => {
  const shop = await world.newMerchant()
  const company = { legalName: 'Shop AB', organisationNumber: '556012-3456', vatNumber: 'SE556012345601' }
  const address = { street: 'Gatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' }
  await changeMerchant(shop.context, { company: { ...company, address } })
  const sell = async (number: string, customer: object, ...items: { price: number; vat: number }[]) => {
    const account = await payer(shop, visa)
    await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'Jane', ...customer })
    const payment = { type: 'account', account: account.id }
    const named = items.map((item, place) => ({ name: `Item ${place + 1}`, ...item }))
    const order = { number, items: named, currency: 'EUR', payment }
    const { id } = (await call<Order>(shop.privateKey, 'POST', '/order', order)).body
    for (const type of ['charge', 'refund']) await post(shop, id, { type })
  }
  await sell('Danish', { address: { countryCode: 'DK' } }, { price: 40, vat: 25 })
  await sell('Cypriot', { address: { countryCode: 'CY' } }, { price: 100, vat: 19 })
  await sell('Swedish', { address: { countryCode: 'SE' } }, { price: 40, vat: 25 })
  await sell('German', { address: { countryCode: 'DE' } }, { price: 100, vat: 19 })
  await sell('French', french, { price: 100, vat: 0 }, { price: 100, vat: 19 })
  context = await contextNow(world, shop)
  await bookAll(context)
  const day = dayOf(context.clock.now(), context.merchant.timeZone)
  today = { from: day, to: day }
})

const textOf = (file: ReadableStream<Uint8Array>) => new Response(file).text()

/** What was posted for each order's charge and refund, sorted. */
type Posted = Record<string, { charge: string[]; refund: string[] }>

/** Groups lines by the name of the order in their text. */
function grouped(lines: readonly { text: string; line: string }[]): Posted {
  const orders = groupBy(lines, ({ text }) => text.split(' ').at(-1) ?? '')
  const of = (same: typeof lines, isCharge: boolean) =>
    same.flatMap(({ text, line }) => (/^Kart|^Kort/.test(text) === isCharge ? [line] : [])).toSorted()
  return Object.fromEntries(
    [...orders].map(([order, same]) => [order, { charge: of(same, true), refund: of(same, false) }]),
  )
}

/** Accounts and amounts of an SIE file, without those of the receivable. */
async function sie(bookkeeping: BookkeepingSettings): Promise<Posted> {
  const merchant = { ...context.merchant, bookkeeping }
  const file = await textOf(exportSie({ ...context, merchant }, { ...today, currency: 'EUR' }))
  const vouchers = file.split('#VER ').slice(1)
  return grouped(
    vouchers.flatMap((voucher) =>
      [...voucher.matchAll(/#TRANS (?!1580)(\d+) \{\} (\S+)/g)].map(([, account, amount]) => ({
        text: /^"" "" \d+ "(.*?)"/.exec(voucher)?.[1] ?? '',
        line: `${account} ${amount}`,
      })),
    ),
  )
}

/** Accounts and amounts of a DATEV batch, exported by a German merchant. */
async function datev(bookkeeping: BookkeepingSettings): Promise<Posted> {
  const merchant = { ...context.merchant, country: 'DE', company: {}, bookkeeping }
  const file = await textOf(exportDatev({ ...context, merchant }, today))
  const rows = file.trim().split('\r\n').slice(2)
  return grouped(
    rows.map((row) => {
      const cells = row.replaceAll('"', '').split(';')
      const [amount = '', side] = cells
      return { text: cells[13] ?? '', line: `${cells[7]} ${side === 'H' ? '' : '-'}${amount}` }
    }),
  )
}

/** What a charge posts, and what its refund does: the same with the other sign. */
const reversed = (...lines: string[]) => ({
  charge: lines.toSorted(),
  refund: lines.map((line) => line.replace(' -', ' ')).toSorted(),
})

const swedish = reversed('3001 -40.00', '2611 -10.00')

describe('SIE', () => {
  const others = {
    Swedish: swedish,
    French: reversed('3308 -100.00', '3000 -100.00', '2610 -19.00'),
  }

  test('posts VAT of other EU countries like domestic VAT by default', async () => {
    const foreign = reversed('3000 -100.00', '2610 -19.00')
    expect(await sie({})).toEqual({ Danish: swedish, Cypriot: foreign, German: foreign, ...others })
  })

  test('posts VAT that OSS reports to accounts of its own, at all rates, and refunds to the same', async () => {
    const foreign = reversed('3106 -100.00', '2670 -19.00')
    expect(await sie({ oneStopShop: true })).toEqual({
      ...{ Danish: reversed('3106 -40.00', '2670 -10.00'), Cypriot: foreign, German: foreign },
      ...others,
    })
  })

  test('uses the merchant’s own numbers', async () => {
    const chart = { 'sales.oss': '3109', 'vat.oss': '2671' }
    const { Danish, Swedish } = await sie({ oneStopShop: true, chart })
    expect({ Danish, Swedish }).toEqual({
      Danish: reversed('3109 -40.00', '2671 -10.00'),
      Swedish: swedish,
    })
  })
})

describe.each([
  ['SKR03', '8400', '8336', '8320', '1767', '8200', '1770'],
  ['SKR04', '4400', '4336', '4320', '3817', '4200', '3800'],
] as const)('DATEV with %s', (chartName, automatic, reverse, sales, vat, other, otherVat) => {
  const domestic = reversed(`${automatic} -119,00`)
  const others = { German: domestic, French: reversed(`${reverse} -100,00`, `${automatic} -119,00`) }

  test('lets DATEV compute the VAT of all sales at 19 % by default', async () => {
    const foreign = reversed(`${other} -40,00`, `${otherVat} -10,00`)
    expect(await datev({ chartName })).toEqual({
      ...{ Danish: foreign, Swedish: foreign, Cypriot: domestic },
      ...others,
    })
  })

  test('posts VAT that OSS reports apart from its sale, to accounts that compute none', async () => {
    const foreign = reversed(`${sales} -40,00`, `${vat} -10,00`)
    expect(await datev({ chartName, oneStopShop: true })).toEqual({
      ...{ Danish: foreign, Swedish: foreign, Cypriot: reversed(`${sales} -100,00`, `${vat} -19,00`) },
      ...others,
    })
  })
})

test('vouchers balance', async () => {
  const merchant = { ...context.merchant, bookkeeping: { oneStopShop: true } }
  expect((await checkExports({ ...context, merchant })).map(({ broken }) => broken)).toEqual([0, 0])
})

test('the setting and its accounts are saved and shown, and null restores the default', async () => {
  const shop = await world.newMerchant()
  const shown = async () => {
    const { oneStopShop, accounts } = bookkeepingSettings((await contextNow(world, shop)).merchant)
    return [oneStopShop, ...accounts.flatMap(({ key, number }) => (key.endsWith('.oss') ? [number] : []))]
  }
  const change = (changes: BookkeepingChange) =>
    changeBookkeeping(shop.context, BookkeepingChange.parse(changes))
  expect(await shown()).toEqual([false, '3106', '2670'])
  await change({ oneStopShop: true, chart: { 'sales.oss': '3109', 'vat.oss': '2671' } })
  expect(await shown()).toEqual([true, '3109', '2671'])
  await change({ oneStopShop: null, chart: { 'sales.oss': null } })
  expect(await shown()).toEqual([false, '3106', '2671'])
})

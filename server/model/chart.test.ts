import { expect, test } from 'vitest'
import { accountsOf, chartNames, chartOf } from './chart'

test.each([
  ['SKR03', ['8336', '8125', '8120']],
  ['SKR04', ['4336', '4125', '4120']],
] as const)(
  'accounts of %s have the names that DATEV publishes, which tell goods from services',
  (chartName, numbers) => {
    const find = chartOf({ country: 'DE', bookkeeping: { chartName } })
    const keys = ['sales.reverse-charge', 'sales.intra-community', 'sales.export'] as const
    expect(keys.map((key) => find(key).number)).toEqual(numbers)
    expect(keys.map((key) => find(key).name)).toEqual([
      'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen',
      'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG',
      'Steuerfreie Umsätze § 4 Nr. 1a UStG',
    ])
  },
)

test.each(chartNames)('what %s posts apart has an account of its own', (chartName) => {
  const accounts = accountsOf({ country: 'SE', bookkeeping: { chartName } })
  const numbers = accounts.filter(({ key }) => key !== 'sales.unknown').map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.each([
  ['BAS', '3106', '2670'],
  ['SKR03', '8320', '1767'],
  ['SKR04', '4320', '3817'],
] as const)(
  'in %s, OSS has the accounts for sales that are taxed in another EU country',
  (chartName, ...numbers) => {
    const find = chartOf({ country: 'SE', bookkeeping: { chartName } })
    expect([find('sales.oss').number, find('vat.oss').number]).toEqual(numbers)
  },
)

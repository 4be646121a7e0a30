import { expect, test } from 'vitest'
import { chartOf } from './chart'

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

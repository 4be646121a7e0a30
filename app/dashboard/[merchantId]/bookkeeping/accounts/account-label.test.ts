import { expect, test } from 'vitest'
import { accountsOf, chartNames } from '@/server/model/chart'
import { labelOf } from './account-label'

const charts = chartNames.map((chartName) => [chartName] as const)

test.each(charts)(
  'labels of %s fit in one line, so that the fields of a row are at the same height',
  (chartName) => {
    const accounts = accountsOf({ country: 'SE', bookkeeping: { chartName } })
    const labels = accounts.map(({ key }) => labelOf(key, (rate) => `${rate} %`))
    expect(labels.filter((label) => label.length > 30)).toEqual([])
  },
)

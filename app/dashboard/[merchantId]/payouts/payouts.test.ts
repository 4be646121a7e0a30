import { expect, test } from 'vitest'
import { fittingColumns } from '../../_parts/table/column'
import { columnsFor } from './payouts'

/** The width of a list in a window of 1280 pixels. */
const width = 984

test('the parts of payouts with disputes are all shown in a window of 1280 pixels, because they add up', () => {
  const payout = { amount: 500n, isComplete: true, parts: [{ kind: 'dispute', amount: 500n, fee: 0n }] }
  const columns = columnsFor([payout as never]).filter(({ optional }) => !optional)
  const shown = fittingColumns(columns, width).map(({ key }) => key)
  expect(shown).toEqual(['arrives', 'status', 'amount', 'charged', 'refunded', 'fees', 'other'])
})

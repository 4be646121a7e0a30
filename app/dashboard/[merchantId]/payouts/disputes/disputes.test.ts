import { expect, test } from 'vitest'
import { chosenColumns, fittingColumns } from '../../../_parts/table/column'
import { columnsFor } from './disputes'

/** The width of a list in a window of 1280 pixels. */
const width = 984

test.each([
  ['open', 'due', 'decided'],
  ['closed', 'decided', 'due'],
] as const)('the list of %s disputes has the column %s and not %s', (show, wanted, other) => {
  const shown = fittingColumns(chosenColumns(columnsFor(show), undefined), width).map(({ key }) => key)
  expect(shown).toContain(wanted)
  expect(shown).not.toContain(other)
})

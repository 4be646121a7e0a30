import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Context } from './context'
import { listExport } from './export-list'

interface Row {
  id: string
  amount: bigint
}
const columns = {
  id: { id: ({ id }: Row) => id },
  amount: { amount: ({ amount }: Row) => ({ amount, currency: 'SEK' }), currency: () => 'SEK' },
}
const pages: Record<string, { rows: Row[]; next?: string }> = {
  first: { rows: [{ id: 'a', amount: 150n }], next: 'second' },
  // A page can be empty although the list goes on.
  second: { rows: [], next: 'third' },
  third: { rows: [{ id: 'b', amount: -5n }] },
}
const exportRows = listExport(
  z.object({ after: z.string().optional() }),
  columns,
  async (_, { after = 'first' }) => pages[after] ?? { rows: [] },
)
const exported = (chosen: string | undefined, after?: string, locale = 'en') =>
  new Response(exportRows({ merchant: { locale } } as Context, { columns: chosen, after })).text()

test('exports all pages with the shown columns in their order', async () => {
  expect(await exported('amount,id')).toBe('amount,currency,id\n1.50,SEK,a\n-0.05,SEK,b\n')
  expect(await exported('id,files,id,unknown')).toBe('id\na\nb\n')
  expect(await exported(undefined)).toBe('id,amount,currency\na,1.50,SEK\nb,-0.05,SEK\n')
})

test('writes amounts and separates cells as spreadsheets of the locale do', async () => {
  for (const locale of ['sv-SE', 'en-SE', 'de-DE', 'nb-NO', 'da-DK', 'fi-FI', 'fr-FR']) {
    expect(await exported('amount', 'third', locale), locale).toBe('amount;currency\n-0,05;SEK\n')
  }
  for (const locale of ['de-CH', 'de-LI', 'it-CH'])
    expect(await exported('amount', 'third', locale), locale).toBe('amount;currency\n-0.05;SEK\n')
  for (const locale of ['en-GB', 'en-US', 'ar-EG']) {
    expect(await exported('amount', 'third', locale), locale).toBe('amount,currency\n-0.05,SEK\n')
  }
})

test('starts at the first page: the address cannot name another one', () => {
  expect(exportRows.query.safeParse({ columns: 'id' }).success).toBe(true)
  expect(exportRows.query.safeParse({ after: 'second' }).success).toBe(false)
})

import { expect, test } from 'vitest'
import { textCell } from '../core/csv'
import { exportOrders } from './export-orders'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const before = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u2003',
  '\u3000',
  '\u00ad',
  '\u2060',
  ' \t\u200b ',
]

test.each(signs)(
  'a text that begins with %s is not a formula, whatever invisible characters precede it',
  (sign) => {
    for (const lead of before) expect(textCell(`${lead}${sign}1+1`)).toBe(`'${lead}${sign}1+1`)
  },
)

test.each([
  '0005',
  '1234567890123456',
  '1E5',
  '1.5e10',
  '3/4',
  '1-1',
  '2026-12',
  '2026-12-01',
  '1.20',
  '10:30',
  '1,234,567',
  '1.234.567',
  "1'234",
  '1 234',
  '50%',
  '12,5 %',
  '1 1/2',
  'MAR-12',
  '12-MAR',
  'Sep1',
  '1 Okt 2026',
  'december 2026',
  '3. März',
  '5maj',
])('a spreadsheet does not read %j as a number or date', (text) => {
  expect(textCell(text)).toBe(`'${text}`)
})

test.each([
  '',
  'Jane',
  'A-1',
  'jane@example.com',
  ' x=1',
  "'=1",
  '12',
  '2026-000001',
  '1-100',
  'A1-1',
  '４=2',
  'Marie 12',
  'May',
  'Mar-A1',
  '070 123 45 67',
  '100%ig',
])('%j is unchanged', (text) => {
  expect(textCell(text)).toBe(text)
})

test('an export starts at the first order: its address cannot name another one', () => {
  expect(exportOrders.query.safeParse({ columns: 'number' }).success).toBe(true)
  expect(exportOrders.query.safeParse({ after: 'AAAA' }).success).toBe(false)
})

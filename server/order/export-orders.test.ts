import { expect, test } from 'vitest'
import { textCell } from '../core/csv'

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

test.each(['', 'Jane', 'A-1', 'jane@example.com', ' x=1', "'=1", '1-1', '４=2'])(
  '%j is unchanged',
  (text) => {
    expect(textCell(text)).toBe(text)
  },
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, formulaEscaper, textCell } from './csv'

const fileWith = async (text: string, locale: string) => {
  const rows = async function* () {
    yield ['sale', textCell(text), { amount: 123450n, currency: 'EUR' }]
  }
  return new Response(csvOf(['kind', 'name', 'amount'], rows(), { locale })).text()
}

test.each([
  ['en-GB', ';'],
  ['de-DE', ','],
])('no text of a file for %s becomes a formula where cells end with %j', async (locale, other) => {
  for (const text of [`Jane${other}=A1`, `Jane${other} =A1;=A1,=A1`, 'Jane\t=A1', 'Jane\r=A1', 'Jane\n@A1']) {
    const cells = (await fileWith(text, locale)).split(new RegExp(`[${other}\\t\\r\\n]`))
    expect(cells.filter((cell) => /^\s*[=@]/.test(cell))).toEqual([])
  }
})

test('amounts with a decimal comma need no quotes', async () => {
  expect(await fileWith('Jane', 'de-DE')).toContain('Jane;1234,50')
})

test.each([',', ';'])(
  'every formula after %j, a tab or a line break is escaped, and nothing else',
  (other) => {
    const formula = /[\s\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]*[=+\-@＝＋－＠﹢﹣﹦﹫−]/u
    const ends = new RegExp(`([${other}\\t\\r\\n])(?=${formula.source})`, 'gu')
    const unit = fc.constantFrom(...',;\t\r\n =+-@＝−\u00a0\u0301\u200b\u3164\ud83d\ude00a"\'')
    const escapeFormulas = formulaEscaper(other)
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        expect(escapeFormulas(text)).toBe(text.replace(ends, "$1'"))
      }),
      { numRuns: 5000 },
    )
  },
)

test('a text of many line breaks is written at once', async () => {
  const start = performance.now()
  await fileWith('\n'.repeat(20_000), 'en-GB')
  expect(performance.now() - start).toBeLessThan(500)
})

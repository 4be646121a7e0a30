import { expect, test } from 'vitest'
import { csvOf, textCell } from './csv'

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

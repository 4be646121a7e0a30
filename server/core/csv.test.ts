import { expect, test } from 'vitest'
import { csvOf, textCell } from './csv'

const fileWith = async (text: string, locale: string) => {
  const rows = async function* () {
    yield [textCell(text), { amount: 123450n, currency: 'EUR' }]
  }
  return new Response(csvOf(['name', 'amount'], rows(), { locale })).text()
}

test.each(['en-GB', 'de-DE'])('no text of a file for %s ends its cell in any spreadsheet', async (locale) => {
  for (const text of ['Jane;=A1', 'Jane,=A1', 'Jane\t=A1', 'Jane\r=A1', 'Jane\n=A1', 'Jane; =A1', 'Jane,+A1'])
    expect(await fileWith(text, locale)).toContain(`"${text}"`)
})

test('amounts with a decimal comma need no quotes', async () => {
  expect(await fileWith('Jane', 'de-DE')).toContain('Jane;1234,50')
})

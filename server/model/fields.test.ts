import { expect, test } from 'vitest'
import { email, text, url } from './fields'

const visa = '4111111111111111'

test('a published card number is refused', () => {
  expect(text().safeParse(`my card ${visa}`).error?.issues).toMatchObject([{ code: 'custom' }])
})

test.each([
  ['text', text(), visa.repeat(50)],
  ['address', url(), `https://shop.example/${visa.repeat(200)}`],
  ['e-mail address', email(), `${visa}@${'a.'.repeat(200)}com`],
])('a longer %s than is accepted is not searched for card numbers', (_, schema, value) => {
  expect(schema.safeParse(value).error?.issues).toMatchObject([{ code: 'too_big' }])
})

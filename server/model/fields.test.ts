import { expect, test } from 'vitest'
import { email, text, url } from './fields'
import { mailto } from './mailto'

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

test.each([
  'jane@example.com',
  "d'arc+tag@mail.example.co.uk",
  'jane&joe@example.com',
  'a!b@example.com',
  'x/y=z@example.com',
  '{a}@example.com',
  'a%b@example.com',
  '#a@example.com',
  'a@b.xn--p1ai',
])('%s is an e-mail address', (address) => {
  expect(email().safeParse(address).success).toBe(true)
})

test.each([
  'jane',
  'jane@',
  '@example.com',
  'jane@example',
  'jane@example..com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a b@example.com',
  'a@-example.com',
  'a@example-.com',
  'a@b@example.com',
  'a,b@example.com',
  'a@1.2.3.4',
  '"a"@example.com',
  'a@example.com\n',
  '<a@b.com>',
  'o’brien@example.com',
])('%j is not an e-mail address', (address) => {
  expect(email().safeParse(address).success).toBe(false)
})

test('a link to an address has nothing but the address', () => {
  expect(mailto('a?b=c&d%e@example.com')).toBe('mailto:a%3Fb%3Dc%26d%25e@example.com')
})

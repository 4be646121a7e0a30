import { expect, test } from 'vitest'
import { ownPage, ownReturnPath } from './return-path'

test.each([
  '/account',
  '/account/orders',
  '/account/orders?after=MTcw',
  '/account/subscriptions?page=2',
  '/account/orders/aKdRUwhpmEoXqTfB',
])('accepts %s as a page of the account', (page) => {
  expect(ownPage(page)).toBe(page)
  expect(ownReturnPath(page)).toBe(page)
})

test.each([
  undefined,
  '',
  '/',
  'account',
  '//evil.test',
  '//evil.test/account',
  '/account//evil.test',
  '/\\evil.test',
  '/account/../dashboard',
  '/account/..',
  '/account/%2e%2e/x',
  '/accounts',
  '/account@evil.test',
  'https://evil.test/account',
  'javascript:alert(1)',
  '/account\n/x',
  '/account#x',
  '/dashboard',
  '/v1/order',
  '/account?note=paid',
  '/account/cards/new?problem=decline.plain',
  '/account?after=1?after=2',
  '/account?after=//evil.test',
  `/account/${'x'.repeat(1000)}`,
])('rejects %j', (text) => {
  expect(ownPage(text)).toBeUndefined()
  expect(ownReturnPath(text)).toBeUndefined()
})

test('returns to login and payment pages, but does not continue to them', () => {
  expect(ownReturnPath('/pay/abcdefgh-_x')).toBe('/pay/abcdefgh-_x')
  expect(ownPage('/pay/abcdefgh-_x')).toBeUndefined()
  expect(ownReturnPath('/login?merchant=abcdefgh')).toBe('/login?merchant=abcdefgh')
  expect(ownReturnPath('/login/aa.bb-c.dd_e')).toBe('/login/aa.bb-c.dd_e')
  expect(ownPage('/login/aa.bb.cc')).toBeUndefined()
})

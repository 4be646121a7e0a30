import { expect, test } from 'vitest'
import { provide } from '@/server/config/config'
import { keepingWay, ownPage, ownWay, wayIn } from './way'

provide({ BASE_URL: 'http://kassa.test', DATABASE_URL: 'postgres://nobody@localhost/none' })

test.each(['/account', '/account/orders', '/account/orders?after=MTcw', '/account/orders/aKdRUwhpmEoXqTfB'])(
  '%s is a page of the account',
  (page) => {
    expect(ownPage(page)).toBe(page)
    const cookie = keepingWay(page).split(';')[0] ?? ''
    expect(wayIn(new Headers({ cookie }))).toBe(page)
  },
)

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
])('%j is none', (text) => {
  expect(ownPage(text)).toBeUndefined()
  expect(ownWay(text)).toBeUndefined()
})

test('a page on the way in may be come back to, and is nowhere to go on to', () => {
  expect(ownWay('/login?merchant=abcdefgh')).toBe('/login?merchant=abcdefgh')
  expect(ownWay('/login/aa.bb-c.dd_e')).toBe('/login/aa.bb-c.dd_e')
  expect(ownPage('/login/aa.bb.cc')).toBeUndefined()
  expect(wayIn(new Headers({ cookie: 'kassa_way=%' }))).toBeUndefined()
  expect(wayIn(new Headers({ cookie: 'kassa_way=%2F%2Fevil.test' }))).toBeUndefined()
})

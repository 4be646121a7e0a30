import { expect, test } from 'vitest'
import { returnPathAfterSignIn } from './return-path'

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/abcdefgh/orders?status=charged', '/dashboard/abcdefgh/orders?status=charged'],
  ['/dashboards', '/dashboard'],
  ['/dashboard/../outbox', '/dashboard'],
  ['https://example.com/dashboard/x', '/dashboard'],
  ['//example.com/dashboard/x', '/dashboard'],
  ['/\\example.com/dashboard', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  [undefined, '/dashboard'],
  [['/dashboard/a', '/dashboard/b'], '/dashboard'],
])('after signing in, %s leads to %s', (to, expected) => {
  expect(returnPathAfterSignIn(to)).toBe(expected)
})

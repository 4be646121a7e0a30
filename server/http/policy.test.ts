import { expect, test } from 'vitest'
import { policyFor } from './policy'

const directives = (path: string) =>
  new Map(
    policyFor(path, 'abc')
      .split('; ')
      .map((directive) => directive.split(/ (.*)/) as [string, string]),
  )

test.each([
  '/',
  '/account',
  '/dashboard/abcdefgh/orders',
  '/login/key',
  '/banking',
  '/outboxes',
  '/embedded',
  '/demo/checkout',
  '/nowhere',
])('%s runs no script but ours, and is in no other page', (path) => {
  const policy = directives(path)
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
  expect(policy.get('style-src')).toBe("'self' 'nonce-abc'")
  expect(policy.get('frame-ancestors')).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
  expect(policy.get('object-src')).toBe("'none'")
  expect(policy.get('base-uri')).toBe("'none'")
})

test('the bank may be shown by a shop, and leads back to it', () => {
  const policy = directives('/bank/abc')
  expect(policy.get('frame-ancestors')).toBe('*')
  expect(policy.get('form-action')).toBe('http: https:')
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
})

test('the card form may be in any page, speaks to us alone and leads nowhere', () => {
  const policy = directives('/embed/card')
  expect(policy.get('frame-ancestors')).toBe('*')
  expect(policy.get('connect-src')).toBe("'self'")
  expect(policy.get('form-action')).toBe("'none'")
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
})

test('only development evaluates texts', () => {
  expect(policyFor('/', 'abc')).not.toContain('eval')
  expect(policyFor('/', 'abc', { development: true })).toContain("'unsafe-eval'")
})

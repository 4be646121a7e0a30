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
])('%s runs only our scripts and cannot be embedded in other pages', (path) => {
  const policy = directives(path)
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
  expect(policy.get('style-src')).toBe("'self' 'nonce-abc'")
  expect(policy.get('frame-ancestors')).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
  expect(policy.get('object-src')).toBe("'none'")
  expect(policy.get('base-uri')).toBe("'none'")
})

test('a shop may embed the bank, which leads back to it', () => {
  const policy = directives('/bank/abc')
  expect(policy.get('frame-ancestors')).toBe('*')
  expect(policy.get('form-action')).toBe('http: https:')
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
})

test('any page may embed the card form, which only talks to us and leads nowhere', () => {
  const policy = directives('/embed/card')
  expect(policy.get('frame-ancestors')).toBe('*')
  expect(policy.get('connect-src')).toBe("'self'")
  expect(policy.get('form-action')).toBe("'none'")
  expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic'")
})

test('only development evaluates text as code', () => {
  expect(policyFor('/', 'abc')).not.toContain('eval')
  expect(policyFor('/', 'abc', { development: true })).toContain("'unsafe-eval'")
})

import { expect, test } from 'vitest'
import { policyFor } from './policy'

const fieldSources = (service: string) =>
  service === 'other' ? { 'script-src': 'https://js.other', 'frame-src': 'https://js.other' } : undefined

const directives = (path: string) =>
  new Map(
    policyFor(path, 'abc', { fieldSources })
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
  '/account/cards/new',
  '/pay/key',
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

test.each(['/embed/card/other', '/account/cards/new/other', '/pay/key/card/other'])(
  '%s may load the fields of its card service, and the policy is otherwise the same',
  (path) => {
    const [policy, without] = [directives(path), directives(path.replace('/other', ''))]
    expect(policy.get('script-src')).toBe("'self' 'nonce-abc' 'strict-dynamic' https://js.other")
    expect(policy.get('frame-src')).toBe("'self' https://js.other")
    for (const name of ['connect-src', 'form-action', 'frame-ancestors', 'style-src'])
      expect(policy.get(name)).toBe(without.get(name))
  },
)

test.each(['/embed/card/unknown', '/account/cards/other', '/dashboard/other', '/embed/card/other/more'])(
  '%s may not',
  (path) => expect(policyFor(path, 'abc', { fieldSources })).not.toContain('js.other'),
)

test.each(['/account/cards/verify', '/pay/key/verify', '/demo/checkout'])(
  '%s may lead to a bank, wherever it is',
  (path) => {
    const policy = directives(path)
    expect(policy.get('form-action')).toBe("'self' http: https:")
    expect(policy.get('frame-src')).toBe("'self' http: https:")
    expect(policy.get('frame-ancestors')).toBe("'none'")
  },
)

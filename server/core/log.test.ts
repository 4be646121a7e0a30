import { expect, test } from 'vitest'
import { describeError, redact } from './redact'

test('hides values of properties named like secrets, at any depth', () => {
  const entry = {
    request: {
      headers: { authorization: 'Bearer sk_live_abc', Cookie: 'a=b', accept: '*/*' },
      number: 'A-17',
    },
    body: [{ card: { number: '4111' }, privateKey: 'x', password: 'y', currency: 'EUR' }],
  }
  expect(redact(entry)).toEqual({
    request: { headers: { authorization: '[hidden]', Cookie: '[hidden]', accept: '*/*' }, number: 'A-17' },
    body: [{ card: '[hidden]', privateKey: '[hidden]', password: '[hidden]', currency: 'EUR' }],
  })
})

test('hides keys and card numbers in texts, and keeps other numbers', () => {
  expect(redact('key sk_test_Ab12, card 4111 1111 1111 1111, order 1234567890123456')).toBe(
    'key sk_test_[hidden], card [hidden], order 1234567890123456',
  )
  expect(redact('GET /login/eyJhbGciOiJIUzI1NiJ9.eyJpZCI6ImEifQ.x-y_z signs whsec_aGVsbG8=')).toBe(
    'GET /login/[hidden] signs [hidden]',
  )
})

test('hides the keys in addresses of pages', () => {
  const key = 'TGQNHpFJ4fJ9_bTqLmWzKcVrXnPdG-4fJ9bTqLm'
  for (const page of ['/pay', '/pay/back', '/signin/reset', '/signin/join'])
    expect(redact(`GET ${page}/${key}/do?note=a`)).toBe(`GET ${page}/[hidden]/do?note=a`)
})

test('an error keeps the reference that its page shows', () => {
  expect(describeError(Object.assign(new Error('x'), { digest: '4108' }))).toMatchObject({ digest: '4108' })
  const digest = 'NEXT_REDIRECT;replace;/pay/TGQNHpFJ4fJ9_bTqLmWzKcVrXnPdG;307;'
  const redirect = describeError(Object.assign(new Error('x'), { digest }))
  expect(redirect).toMatchObject({ digest: 'NEXT_REDIRECT;replace;/pay/[hidden];307;' })
})

test('keeps only the last four characters of identity numbers', () => {
  const customer = { name: 'Jane', identityNumber: '19800101-1234' }
  expect(redact({ customer, other: { identityNumber: '1234' }, none: { identityNumber: null } })).toEqual({
    customer: { name: 'Jane', identityNumber: '••••1234' },
    other: { identityNumber: '••••' },
    none: { identityNumber: null },
  })
})

test('describes an error with its causes, without the parameters of a query', () => {
  const error = new Error('Failed query: select $1\nparams: ada@example.com,\nx', {
    cause: new Error('Bearer abc'),
  })
  const text = JSON.stringify(describeError(error))
  expect(text).toContain('Failed query: select $1')
  expect(text).toContain('Bearer [hidden]')
  expect(text).not.toContain('ada@example.com')
  expect(text.match(/Failed query/g)).toHaveLength(1)
  expect(describeError(error)).toMatchObject({ stack: expect.stringMatching(/^ {4}at .*log\.test/) })
})

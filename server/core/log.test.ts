import { expect, test } from 'vitest'
import { secretAddresses } from '@/test/secret-addresses'
import { provide } from './config/config'
import { describeError, redact } from './redact'

provide({ BASE_URL: 'http://kassa.test', DATABASE_URL: 'postgres://nobody@localhost/none' })

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

test('hides the keys in addresses of pages', async () => {
  for (const [page, key] of Object.entries(await secretAddresses())) {
    expect(redact(`GET ${page}${key}/do?note=a`)).toBe(`GET ${page}[hidden]/do?note=a`)
    expect(redact(`NEXT_REDIRECT;replace;${page}${key};307;`)).toBe(
      `NEXT_REDIRECT;replace;${page}[hidden];307;`,
    )
  }
  expect(redact('/login/continue /login/again /account/email/confirmed /signin/join/register')).toBe(
    '/login/continue /login/again /account/email/confirmed /signin/join/register',
  )
})

test('hides what Stripe adds to the address that a bank leads back to', () => {
  const back = '/verify/stripe/7a3c1e52?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_Ab'
  expect(redact(`${back}&redirect_status=failed`)).toBe(
    '/verify/stripe/7a3c1e52?payment_intent=pi_1&payment_intent_client_secret=[hidden]&redirect_status=failed',
  )
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

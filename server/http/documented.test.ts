import { describe, expect, test } from 'vitest'
import { errorSamples } from '@/test/error-samples'
import { ErrorContent, type ErrorType, errorStatus } from '../model/error-object'
import { fail, hasCode, type KassaError } from '../model/errors'
import { documented } from './documented'
import { responseToError } from './respond'

const card = '4111 1111 1111 1111'

describe.each(errorSamples.map((error): [string, KassaError] => [error.code, error]))('%s', (code, error) => {
  const { type, content, headers, status } = documented(error)

  test('is a documented error', () => {
    const response = responseToError(error, 'id')
    expect(ErrorContent.parse(response.body)).toEqual({ status, type, content })
    expect(response.status).toBe(errorStatus[type])
    expect(Object.keys(errorStatus) satisfies string[] as ErrorType[]).toContain(type)
    expect(JSON.stringify(content)).not.toMatch(/undefined|NaN|\[object/)
  })

  test('says what is wrong in complete sentences', () => {
    if (code === 'card.verification') expect(content.description).toBe('verification required')
    else expect(content.description).toMatch(/^[A-Z0-9].{15,}\.$/)
  })

  test('names the field and the time to wait, where it has them', () => {
    const params: object = error.params
    if ('field' in params) expect(content.property).toBe(params.field)
    const isRunning = hasCode(error, 'order.operation-running', 'order.payment-running')
    const wait = 'waitSeconds' in params ? String(params.waitSeconds) : isRunning ? '60' : undefined
    expect(headers['Retry-After']).toBe(wait)
  })
})

test('keeps the texts that programs are documented to look for', () => {
  const declined = documented(fail('card.declined', { code: 'card expired', field: 'payment.card' }))
  expect(declined.toJSON()).toMatchObject({
    status: 400,
    type: 'invalid content',
    content: { type: 'Card', property: 'payment.card', details: { code: 'card expired' } },
  })
  const spent = documented(fail('card.invalid-token', { field: 'payment.card' }))
  expect(spent.content.type).toBe('model.Card')
  expect(spent.content.description).toContain('No valid and unexpired card pre-authorization can be found')
  const challenge = { url: 'http://127.0.0.1/bank', data: { pareq: 'p' } }
  expect(documented(fail('card.verification', { challenge })).toJSON()).toEqual({
    status: 400,
    type: 'malformed content',
    content: {
      property: 'payment.card',
      type: 'Card.Token',
      description: 'verification required',
      details: { visible: true, method: 'POST', ...challenge },
    },
  })
  expect(documented(fail('key.missing')).headers).toEqual({ 'WWW-Authenticate': 'Bearer' })
})

test('documents any other error as an internal error', () => {
  expect(responseToError(new Error('order.changed'), 'id')).toMatchObject({
    status: 500,
    body: { type: 'unknown error' },
  })
})

test('hides card numbers in parameters, and so in every text', () => {
  const error = fail('view.name-taken', { name: `My ${card}` })
  expect(JSON.stringify([error.params, error.message, documented(error)])).not.toContain('1111')
  expect(error.params.name).toBe('My [hidden]')
})

test('shortens texts of any length', () => {
  const { content } = documented(fail('lines.no-match', { field: 'x'.repeat(5000) }))
  expect(content.property).toHaveLength(1001)
})

import { expect, test } from 'vitest'
import { accountInSentence, nameOfAccount } from './account-name'

const account = { id: 'aKdRUwhpmEoXqTfB', number: null, customer: null, erased: null }
const email = 'jane@example.com'

test.each([
  ['Jane', { number: 'H-1', customer: { name: 'Jane', email } }],
  [email, { number: 'H-1', customer: { email } }],
  ['Account H-1', { number: 'H-1', customer: {} }],
  ['Account H-1', { number: 'H-1' }],
  ['Unnamed account', {}],
  ['Account aKdRUwhpmEoXqTfB', { number: 'H-1', erased: new Date(0) }],
])('an account is called “%s”', (name, part) => {
  expect(nameOfAccount({ ...account, ...part })).toBe(name)
})

test.each([
  ['Jane', { number: 'H-1', customer: { name: 'Jane', email } }],
  ['account H-1', { number: 'H-1', customer: {} }],
  ['account aKdRUwhpmEoXqTfB', {}],
  ['account aKdRUwhpmEoXqTfB', { number: 'H-1', erased: new Date(0) }],
])('a sentence calls an account “%s”', (name, part) => {
  expect(accountInSentence({ ...account, ...part })).toBe(name)
})

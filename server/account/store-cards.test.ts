// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { type CallResult, call, type ErrorBody, newKey } from '@/test/call'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account, Method } from '../model/account'
import type { Card } from '../model/card/schemas'
import { addMethod } from './add-method'

const world = testWorld()
const timeoutMs = 2500
const shops = stripeShops(world, { timeoutMs })

let shop: TestMerchant
let known = new Set<string>()
beforeAll(async () => {
  shop = await shops.newShop()
})

const tokenOf = async (reference = 'pm_card_visa') => {
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { reference })
  return { type: 'token', card: body.token }
}

/** Plans one fault. A response that comes too late takes longer than a call may. */
function planFault(kind: (typeof faults)[number], path: string): void {
  forgetStored()
  shops.double.operate('clear-faults', {})
  shops.double.operate('fault', { kind, method: 'POST', path, times: 1, ms: timeoutMs })
}

const faults = ['gateway', 'error-before', 'error-after', 'bare-404', 'cut', 'slow', 'delay'] as const
const interruptions = faults.flatMap((kind) =>
  ['^/v1/customers$', '^/v1/setup_intents$'].map((path) => [kind, path] as const),
)

/** Sends a request until its response is final, as a caller who follows the error's description does. */
async function repeated<T>(path: string, body: object): Promise<{ result: CallResult<T>; attempts: number }> {
  const headers = newKey()
  for (let attempts = 1; ; attempts++) {
    const result = await call<T>(shop.privateKey, 'POST', path, body, headers)
    if ((result.status < 500 && !result.headers.has('retry-after')) || attempts === 10)
      return { result, attempts }
  }
}

function forgetStored(): void {
  known = new Set(shops.double.state.setupIntents.newest().map(({ id }) => id))
}

/** The accounts for which Stripe has stored cards since then. */
const storedFor = () =>
  shops.double.state.setupIntents
    .newest()
    .filter(({ id }) => !known.has(id))
    .map(({ customer }) => shops.double.state.customers.find(String(customer))?.metadata.account)

const customersOf = ({ id }: Account) =>
  shops.double.state.customers.newest().filter(({ metadata }) => metadata.account === id)

describe('a card whose storing a fault of the card service interrupts', () => {
  test.each(interruptions)(
    'is stored with a new account by repeating the request: %s of %s',
    async (kind, path) => {
      const token = await tokenOf()
      planFault(kind, path)
      const { result, attempts } = await repeated<Account>('/account', { method: [token] })
      expect([result.status, attempts > 1]).toEqual([201, true])
      expect(result.body.method).toHaveLength(1)
      expect(storedFor()).toEqual([result.body.id])
    },
  )

  test.each(interruptions)(
    'is added to an account by repeating the request: %s of %s',
    async (kind, path) => {
      const { body: account } = await call<Account>(shop.privateKey, 'POST', '/account', { method: [] })
      const token = await tokenOf()
      planFault(kind, path)
      const { result, attempts } = await repeated<Method>(`/account/${account.id}/method`, token)
      expect([result.status, attempts > 1]).toEqual([201, true])
      expect(storedFor()).toEqual([account.id])
    },
  )
})

describe('a card that needs 3-D Secure to be stored', () => {
  test.each([
    ['without a key', [undefined, undefined]],
    ['with the same key', ['approval', 'approval']],
    ['with another key', ['first', 'second']],
  ])('is stored for the account that repeating the request creates, %s', async (_, keys) => {
    const body = { method: [await tokenOf('pm_card_authenticationRequiredOnSetup')] }
    const [first, second] = keys.map((key) => (key === undefined ? {} : { 'idempotency-key': key }))
    forgetStored()
    const waiting = await call<ErrorBody>(shop.privateKey, 'POST', '/account', body, first)
    expect(waiting.body.content).toMatchObject({ type: 'Card.Token' })
    const [intent] = shops.double.state.setupIntents.newest().filter(({ id }) => !known.has(id))
    shops.double.operate('decide', { intent: intent?.id ?? '', approve: true })
    const { status, body: account } = await call<Account>(shop.privateKey, 'POST', '/account', body, second)
    expect(status).toBe(201)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, await tokenOf('pm_card_mastercard'))
    expect(storedFor()).toEqual([account.id, account.id])
    expect(customersOf(account)).toHaveLength(1)
    const again = await call<ErrorBody>(shop.privateKey, 'POST', '/account', body)
    expect(again.body.content).toMatchObject({ type: 'model.Card', property: 'method[0].card' })
  })
})

test('a card that may not pay what is owed is not stored, unless its request is a repeated one', async () => {
  const { body } = await call<Account>(shop.privateKey, 'POST', '/account', { method: [] })
  const add = async (method: Awaited<ReturnType<typeof tokenOf>>, mayPay: boolean) =>
    (
      await addMethod(
        { ...shop.context, origin: method.card },
        { id: body.id, method: { ...method, type: 'token' }, mayPay: async () => mayPay },
      )
    ).id
  forgetStored()
  await expect(add(await tokenOf(), false)).rejects.toThrow('payer.owes-more')
  expect(storedFor()).toEqual([])
  const method = await tokenOf()
  expect(await add(method, true)).toBe(await add(method, false))
  expect(storedFor()).toEqual([body.id])
})

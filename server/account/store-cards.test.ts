// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { type CallResult, call } from '@/test/call'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account, Method } from '../model/account'
import type { Card } from '../model/card/schemas'

const world = testWorld()
const timeoutMs = 1500
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
  known = new Set(shops.double.state.setupIntents.newest().map(({ id }) => id))
  shops.double.operate('clear-faults', {})
  shops.double.operate('fault', { kind, method: 'POST', path, times: 1, ms: timeoutMs })
}

const faults = ['gateway', 'error-before', 'error-after', 'bare-404', 'cut', 'slow', 'delay'] as const
const customers = '^/v1/customers$'
const setupIntents = '^/v1/setup_intents$'

/** Sends a request until its response is final, as a caller who follows the error's description does. */
async function repeated<T>(path: string, body: object): Promise<{ result: CallResult<T>; attempts: number }> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let attempts = 1; ; attempts++) {
    const result = await call<T>(shop.privateKey, 'POST', path, body, headers)
    if ((result.status < 500 && !result.headers.has('retry-after')) || attempts === 10)
      return { result, attempts }
  }
}

/** The accounts for which Stripe has stored cards since the fault was planned. */
const storedFor = () =>
  shops.double.state.setupIntents
    .newest()
    .filter(({ id }) => !known.has(id))
    .map(({ customer }) => shops.double.state.customers.find(String(customer))?.metadata.account)

describe('a card whose storing a fault of the card service interrupts', () => {
  test.each(faults)(
    'is stored with a new account by repeating the request: %s of its customer',
    async (kind) => {
      const token = await tokenOf()
      planFault(kind, customers)
      const { result, attempts } = await repeated<Account>('/account', { method: [token] })
      expect([result.status, attempts > 1]).toEqual([201, true])
      expect(result.body.method).toHaveLength(1)
      expect(storedFor()).toHaveLength(1)
    },
  )

  test.each(faults.flatMap((kind) => [customers, setupIntents].map((path) => [kind, path] as const)))(
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

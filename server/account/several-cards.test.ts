// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ErrorBody, newKey, tokenFor, visa } from '@/test/call'
import { cardRemoval } from '@/test/stripe/card-removal'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { decideVerification } from '../card/test/verification'
import type { Account, MethodCreatable } from '../model/account'

const world = testWorld()
const shops = stripeShops(world)
const { tokenOf, attached } = cardRemoval(world, shops)

const declined = '4000000000000002'
const verified = '4000002760003184'
const mastercard = '5555555555554444'

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

const token = async (pan: string): Promise<MethodCreatable> => ({
  type: 'token',
  card: await tokenFor(shop, pan),
})
const create = <T = ErrorBody>(
  method: readonly unknown[],
  { at = shop, headers = {} }: { at?: TestMerchant; headers?: Record<string, string> } = {},
) => call<T>(at.privateKey, 'POST', '/account', { method }, headers)

const pareqOf = ({ content }: ErrorBody) => (content.details as { data: { pareq: string } }).data.pareq

const last4 = ({ method }: Account) => method.map((card) => card.last4)

const callers: [string, () => Record<string, string>][] = [
  ['without a key', () => ({})],
  ['with the same key', () => ({ 'idempotency-key': 'the same' })],
  ['with new keys', newKey],
]

describe('an account with several cards, two of which need 3-D Secure', () => {
  test.each(callers)('is created by repeating the request, %s', async (_, newHeaders) => {
    const method = await Promise.all([visa, verified, mastercard, verified].map(token))
    for (let time = 0; time < 2; time++) {
      const { body } = await create(method, { headers: newHeaders() })
      await decideVerification(world.runtime.db, pareqOf(body), 'approved')
    }
    const { status, body } = await create<Account>(method, { headers: newHeaders() })
    expect([status, last4(body)]).toEqual([201, ['1111', '3184', '4444']])
  })

  test.each(callers)('is created at Stripe by repeating the request, %s', async (_, newHeaders) => {
    const at = await shops.newShop()
    const cards = ['visa', 'authenticationRequiredOnSetup', 'mastercard', 'threeDSecure2Required']
    const method = await Promise.all(cards.map((card) => tokenOf(at, `pm_card_${card}`)))
    for (let time = 0; time < 2; time++) {
      const { body } = await create(method, { at, headers: newHeaders() })
      expect(body.content.description).toBe('verification required')
      const [intent] = shops.double.state.setupIntents.newest()
      shops.double.operate('decide', { intent: intent?.id ?? '', approve: true })
    }
    const { status, body } = await create<Account>(method, { at, headers: newHeaders() })
    expect(status).toBe(201)
    expect(attached(body).sort()).toEqual(last4(body).sort())
  })
})

test('an account whose second card is declined can be created with another one, once', async () => {
  const [first, second, other] = await Promise.all([visa, declined, mastercard].map(token))
  expect((await create([first, second])).body.content).toMatchObject({
    property: 'method[1].card',
    details: { code: 'card declined' },
  })
  expect((await create([first, second])).body.content).toMatchObject({
    property: 'method[1].card',
    type: 'model.Card',
  })
  expect((await create([first, other])).status).toBe(201)
  const unused = await token(visa)
  expect((await create([first, unused])).body.content.property).toBe('method[0].card')
  expect((await create([unused])).status).toBe(201)
})

test('simultaneous requests with one token create one account', async () => {
  const method = [await token(visa)]
  const results = await Promise.all(Array.from({ length: 5 }, () => create(method)))
  const refused = results.filter(({ status }) => status !== 201)
  expect(refused.map(({ body }) => body.content.property)).toEqual(Array(4).fill('method[0].card'))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { later, minutes } from '../core/clock'
import { newReference } from '../core/id'
import type { Card } from '../model/card/schemas'
import { fullToken, shortToken, signToken } from './token'

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const tokenise = <T = Card>(body: object) =>
  call<T>(shop.publicKey, 'POST', '/card', { pan: visa, expires: [12, 40], csc: '987', ...body })
const pay = (payment: unknown) =>
  call<ErrorBody>(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
const byCard = (card: string) => ({ type: 'card', card })

describe('POST /card', () => {
  test.each(['4111111111111112', '4000000000000000', '5105105105105100', '000000000000', ' '.repeat(16)])(
    'accepts only test cards, not %j',
    async (pan) => {
      const { body } = await tokenise<ErrorBody>({ pan })
      expect(body).toMatchObject({ status: 400, type: 'invalid content', content: { property: 'pan' } })
      expect(body.content.description).toMatch(/^Only test cards/)
    },
  )

  test('returns the card without its number or security code', async () => {
    const { status, body, text } = await tokenise({ pan: '4111 1111 1111 1111' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ scheme: 'visa', iin: '411111', last4: '1111', expires: [12, 40] })
    expect(Date.parse(body.validUntil) - Date.parse(body.created)).toBe(minutes(60))
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    // The token is random text, which can contain any letters.
    expect(text.replace(body.token, '')).not.toMatch(/csc|pan/)
  })

  test.each<[object, string]>([
    [{ csc: '98' }, 'csc'],
    [{ csc: '9877' }, 'csc'],
    [{ csc: '9a7' }, 'csc'],
    [{ csc: '٩٨٧' }, 'csc'],
    [{ pan: '378282246310005', csc: '987' }, 'csc'],
    [{ pan: '411111111111111a' }, 'pan'],
    [{ pan: '4111-1111-1111-1111' }, 'pan'],
    [{ expires: [0, 40] }, 'expires[0]'],
    [{ expires: [13, 40] }, 'expires[0]'],
    [{ expires: [12, 2040] }, 'expires[1]'],
    [{ expires: [12] }, 'expires'],
    [{ expires: [12, 40, 1] }, 'expires'],
    [{ expires: [1, 20] }, 'expires'],
  ])('rejects %j', async (card, property) => {
    const { body } = await tokenise<ErrorBody>(card)
    expect(body).toMatchObject({ status: 400, content: { property } })
  })

  test('accepts a card until the end of its month', async () => {
    const now = world.clock.now()
    const expires = [now.getUTCMonth() + 1, now.getUTCFullYear() % 100]
    expect((await tokenise({ expires })).status).toBe(201)
  })
})

describe('a token', () => {
  const uses = async (card: string): Promise<ErrorBody[]> => {
    const { id } = await accountWith(shop)
    const method = { type: 'token', card }
    return [
      (await pay(byCard(card))).body,
      (await call<ErrorBody>(shop.publicKey, 'POST', '/account', { method: [method] })).body,
      (await call<ErrorBody>(shop.publicKey, 'POST', `/account/${id}/method`, method)).body,
    ]
  }
  const none = { status: 400, type: 'invalid content', content: { type: 'model.Card' } }

  test('can be used once: for an order, an account or a method', async () => {
    const [ordered, stored, added] = [await tokenFor(shop), await tokenFor(shop), await tokenFor(shop)]
    await pay(byCard(ordered))
    await call(shop.publicKey, 'POST', '/account', { method: [{ type: 'token', card: stored }] })
    const { id } = await accountWith(shop)
    await call(shop.publicKey, 'POST', `/account/${id}/method`, { type: 'token', card: added })
    for (const card of [ordered, stored, added]) {
      for (const body of await uses(card)) {
        expect(body).toMatchObject(none)
        expect(body.content.description).toMatch(
          /^No valid and unexpired card pre-authorization can be found/,
        )
      }
    }
  })

  test('is rejected when it is altered, belongs to a stored card, or is not a token', async () => {
    const card = await tokenFor(shop)
    const [head = '', claims = '', signature = ''] = card.split('.')
    const unsigned = `${btoa('{"alg":"none"}')}.${claims}.`
    const [stored] = (await accountWith(shop, visa)).method
    const bad = [
      unsigned,
      `${head}.${claims}.${signature.slice(1)}`,
      `${head}.${claims}`,
      stored?.token ?? '',
      '..',
    ]
    for (const each of bad) for (const body of await uses(each)) expect(body).toMatchObject(none)
    expect((await pay(byCard(card))).status).toBe(201)
  })

  test('expires after 60 minutes', async () => {
    const [early, late] = [await tokenFor(shop), await tokenFor(shop)]
    world.clock.advance(minutes(59.9))
    expect((await pay(byCard(early))).status).toBe(201)
    world.clock.advance(minutes(0.2))
    for (const body of await uses(late)) expect(body).toMatchObject(none)
  })
})

test('an operation that stored a card can be repeated after its token has expired', async () => {
  const service = world.runtime.cards.named('test')
  const given = {
    merchantId: shop.merchant,
    operation: newReference(),
    token: await tokenFor(shop),
    account: 'any',
  }
  const now = world.clock.now()
  const stored = await service.store({ ...given, now })
  expect(stored.status).toBe('done')
  expect(await service.store({ ...given, now: later(now, minutes(61)) })).toEqual(stored)
})

test('a token is stored in a third of its length, and any other as it is', async () => {
  const merchant = 'pJxEFmkP'
  for (const use of ['once', 'stored'] as const) {
    const token = await signToken({ use, merchant, id: 'wgsjKOTgLJNZFBrp' })
    const short = shortToken(token, merchant)
    expect(short.length).toBeLessThan(0.4 * token.length)
    expect(fullToken(short, merchant)).toBe(token)
    // Another merchant's row would give another token.
    expect(shortToken(token, 'another')).toBe(token)
    expect(shortToken(`${token}.x`, merchant)).toBe(`${token}.x`)
  }
  for (const text of ['', 'x', 'pm_card_visa', 'a.b.c'])
    expect(fullToken(shortToken(text, merchant), merchant)).toBe(text)
})

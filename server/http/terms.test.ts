// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bodyRows, line, shown, walk, withAt } from '@/test/bodies'
import { accountWith, call, type ErrorBody, orderOf, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { ClockMove } from '../billing/clock-schemas'
import { Client } from '../model/card/schemas'
import { countryCode, currency, date, decimal, email, text, url } from '../model/fields'
import { OrderChanges } from '../model/order/schemas'
import { OrderCreatable } from '../order/order-creatable'
import { contentError } from './flaws'

const world = testWorld()

let shop: TestMerchant
let ids: Record<string, string>

beforeAll(async () => {
  shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  ids = { account: account.id, order: (await orderOf(shop, [line])).id }
})

/**
 * The allowed values of `content.type` when a request does not fit its schema: JSON types, formats, and kinds of
 * property.
 */
const terms = [
  ...['array', 'boolean', 'null', 'number', 'object', 'string'],
  ...['date', 'date-time', 'email', 'ip', 'url', 'uuid'],
  ...['country', 'currency', 'unknown property'],
]

/** Rules of the domain name their object: `Card`, `model.Card`. */
const isTerm = (type: string) =>
  /^(model\.)?[A-Z]\w+$/.test(type) || type.split(' | ').every((part) => terms.includes(part))

const changes = (events: number) => [
  ...Array.from({ length: Math.ceil(events / 100) }, () => ({
    id: 'x',
    event: Array(100).fill({ type: 'charge' }),
  })),
]

const cases: [string, z.ZodType, unknown, string][] = [
  ['invalid_type, missing', z.strictObject({ a: z.string() }), {}, 'string'],
  ['invalid_type, string', z.string(), 5, 'string'],
  ['invalid_type, number', z.number(), 'x', 'number'],
  ['invalid_type, whole number', z.int(), 1.5, 'number'],
  ['invalid_type, boolean', z.boolean(), 'x', 'boolean'],
  ['invalid_type, array', z.array(z.string()), {}, 'array'],
  ['invalid_type, tuple', z.tuple([z.string()]), 'x', 'array'],
  ['invalid_type, object', z.strictObject({}), [], 'object'],
  ['invalid_type, record', z.record(z.string(), z.string()), 'x', 'object'],
  ['invalid_type, null', z.null(), 'x', 'null'],
  ['invalid_value, literal', z.literal('card'), 'x', 'string'],
  ['invalid_value, number', z.literal(5), 'x', 'number'],
  ['invalid_value, enumeration', z.enum(['a', 'b']), 'x', 'string'],
  ['unrecognized_keys', z.strictObject({}), { a: 1 }, 'unknown property'],
  ['invalid_union, no form', z.union([z.number(), z.array(z.string())]), true, 'number | array'],
  ['invalid_union, one form', z.union([z.number(), z.array(z.string())]), [5], 'string'],
  ['invalid_union, discriminator', OrderCreatable.shape.payment, { type: 'invoice' }, 'string'],
  ['invalid_union, without discriminator', OrderCreatable.shape.payment, {}, 'string'],
  ['invalid_format, address', url(), 'x', 'url'],
  ['invalid_format, address with odd characters', url(), 'https://a.example/ö', 'url'],
  ['invalid_format, e-mail', email(), 'x', 'email'],
  ['invalid_format, date', date(), '2026-02-30', 'date'],
  ['invalid_format, date-time', z.iso.datetime(), 'x', 'date-time'],
  ['invalid_format, uuid', z.uuid(), 'x', 'uuid'],
  ['invalid_format, currency', currency(), 'sek', 'currency'],
  ['invalid_format, country', countryCode(), 'se', 'country'],
  ['invalid_format, any other pattern', z.string().regex(/^x$/), 'y', 'string'],
  ['invalid_format, beginning', z.string().startsWith('x'), 'y', 'string'],
  ['too_small, string', text(), '', 'string'],
  ['too_big, string', text(), 'x'.repeat(501), 'string'],
  ['too_small, number', z.number().positive(), 0, 'number'],
  ['too_big, whole number', z.int().max(5), 6, 'number'],
  ['too_big, beyond whole numbers', z.int(), 1e300, 'number'],
  ['too_small, array', z.array(z.string()).min(1), [], 'array'],
  ['too_big, tuple', z.tuple([z.string()]), ['a', 'b'], 'array'],
  ['not_multiple_of', z.number().multipleOf(5), 3, 'number'],
  ['invalid_key', z.record(text(), z.number()), { '': 1 }, 'object'],
  ['custom, currency', currency(), 'XXY', 'currency'],
  ['custom, country', countryCode(), 'XX', 'country'],
  ['custom, date', date(), '0999-01-01', 'date'],
  ['custom, text', text(), 'a\0b', 'string'],
  ['custom, number', decimal(10), 0.0000001, 'number'],
  ['invalid_format, address of a computer', Client, { ip: 'x' }, 'ip'],
  ['custom, object', ClockMove, {}, 'object'],
  ['custom, array', OrderChanges, changes(2100), 'array'],
]

test.each(cases)('%s', (_, schema, given, term) => {
  const { error } = schema.safeParse(given)
  if (!error) throw new Error('The schema accepts it')
  const { content } = contentError(error.issues, given)
  expect(content.type).toBe(term)
  expect(content.description).toMatch(/^\S.* (must|is|has) .*\.$/)
  expect(content.description).not.toMatch(/Invalid|Expected|received|Too (big|small)|pattern/)
})

test('the table has every kind of problem that the validator can find in JSON', () => {
  const codes = cases.flatMap(([, schema, given]) =>
    (schema.safeParse(given).error?.issues ?? []).map(({ code }) => code),
  )
  expect([...new Set(codes)].sort()).toEqual(
    [
      ...['custom', 'invalid_format', 'invalid_key', 'invalid_type', 'invalid_union', 'invalid_value'],
      ...['not_multiple_of', 'too_big', 'too_small', 'unrecognized_keys'],
    ].sort(),
  )
})

test.each([
  [{ type: 'invoice', card: 'x' }, 'malformed content', 'payment.type must be "account" or "card".'],
  [{ type: 5 }, 'malformed content', 'payment.type must be "account" or "card".'],
  [{ type: null }, 'malformed content', 'payment.type must be "account" or "card".'],
  [{ card: 'x' }, 'missing property', 'payment.type is missing. It must be "account" or "card".'],
])('a payment of %j lists the valid types', async (payment, type, description) => {
  const { body } = await call(shop.publicKey, 'POST', '/order', { items: 1, currency: 'SEK', payment })
  expect(body).toEqual({
    status: 400,
    type,
    content: { type: 'string', description, property: 'payment.type' },
  })
})

describe.each(bodyRows)('$name $required', ({ name, body }) => {
  test("every wrong value is refused in the API's own terms", async () => {
    const [method = '', path = ''] = name
      .replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '')
      .split(' ')
    for (const [place] of walk(body)) {
      for (const bad of [null, true, 5, -1.5, 'x y', '', [], [null], {}, { x: 1 }]) {
        const response = await call<ErrorBody>(shop.privateKey, method, path, withAt(body, place, bad))
        if (response.status !== 400) continue
        const { type, details } = response.body.content
        const flaws = (details?.flaws ?? []) as { type: string }[]
        for (const each of [type, ...flaws.map((flaw) => flaw.type)])
          expect(isTerm(each), `${shown(place)} = ${JSON.stringify(bad)}: ${response.text}`).toBe(true)
      }
    }
  })
})

describe('the property of a declined card', () => {
  const declinedCard = '4000000000000002'
  const createAccount = async (pans: string[]) => {
    const method = []
    for (const pan of pans) method.push({ type: 'token', card: await tokenFor(shop, pan) })
    return (await call<ErrorBody>(shop.publicKey, 'POST', '/account', { method })).body
  }

  test.each([
    [[declinedCard], 'method[0].card'],
    [[visa, declinedCard], 'method[1].card'],
    [[visa, visa, declinedCard], 'method[2].card'],
  ])('is its path in a new account: %j', async (pans, property) => {
    expect((await createAccount(pans)).content).toMatchObject({
      type: 'Card',
      property,
      details: { code: 'card declined' },
    })
  })

  test('is `card` when it is added to an account', async () => {
    const card = await tokenFor(shop, declinedCard)
    const { body } = await call<ErrorBody>(shop.privateKey, 'POST', `/account/${ids.account}/method`, {
      type: 'token',
      card,
    })
    expect(body.content).toMatchObject({ type: 'Card', property: 'card', details: { code: 'card declined' } })
  })

  test('is documented with each endpoint', async () => {
    const { body } = await call<{
      paths: Record<string, { post: { responses: Record<string, { content: never }> } }>
    }>(undefined, 'GET', '/openapi.json')
    for (const [path, property] of [
      ['/account', 'method[0].card'],
      ['/account/{accountId}/method', 'card'],
      ['/order', 'payment.card'],
    ] as const) {
      const content = body.paths[path]?.post.responses['400']?.content[
        'application/json' as never
      ] as unknown as {
        examples: Record<string, { value: { content: { property: string } } }>
      }
      expect(content.examples.declined?.value.content.property, path).toBe(property)
      expect(content.examples['invalid content']?.value.content.property, path).toBe(property)
    }
  })
})

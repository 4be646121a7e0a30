import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import type { UserSession } from '../user/session'
import { maxInputBytes } from './check-input'
import { handleCalls } from './handle'
import { transformer } from './transformer'

const world = testWorld()
let shop: TestMerchant
let session: UserSession

beforeAll(async () => {
  shop = await world.newMerchant()
  session = await newMember(world.runtime, shop.merchant, 'owner')
})

const request = (path: string, init: RequestInit = {}) =>
  handleCalls(
    new Request(`http://kassa.test/api/trpc/${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', 'x-kassa-merchant': shop.merchant, ...init.headers },
    }),
    async () => session,
  )
const get = (input: string, path = 'order.list', query = '') =>
  request(`${path}?${query}input=${encodeURIComponent(input)}`)
const post = (body: string) => request('view.save', { method: 'POST', body })

/** The processor time of this process since `before`, ms. Unlike time, it does not depend on other processes. */
function computed(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What a hundred harmless requests of a similar size cost. */
let harmless = 0
beforeAll(async () => {
  const long = { json: { number: 'x'.repeat(50_000) } }
  const before = process.cpuUsage()
  for (let count = 0; count < 100; count++) await get(JSON.stringify(long))
  harmless = computed(before)
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const cycle = { json: { a: { b: {} } }, meta: { referentialEqualities: { a: ['a.b'] }, v: 1 } }
const rootCycle = { json: { a: {} }, meta: { referentialEqualities: [['a']] } }

const attacks: [string, string][] = [
  ['a cycle', JSON.stringify(cycle)],
  ['a cycle to the root', JSON.stringify(rootCycle)],
  ['lists in lists', `{"json":${nested(20_000)}}`],
  ['lists in lists that never end', `{"json":${'['.repeat(40_000)}`],
  ['objects in objects', `{"json":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`],
  ['nested annotations', `{"json":1,"meta":{"values":${'{"a":'.repeat(8000)}["Date"]${'}'.repeat(8000)}}}`],
  ['nested sets', `{"json":[],"meta":{"values":${'[["set"],'.repeat(5000)}{}${']'.repeat(5000)}}}`],
  ['many entries', `{"json":[${'1,'.repeat(30_000)}1]}`],
  ['a list of enormous length', '{"json":{"a":[]},"meta":{"values":{"a.4294967290":["undefined"]}}}'],
  ['a regular expression', '{"json":"/(a+)+$/","meta":{"values":["regexp"]}}'],
  ['a class', '{"json":{},"meta":{"values":[["class","Object"]]}}'],
  ['a symbol', '{"json":"a","meta":{"values":[["symbol","a"]]}}'],
  ['a prototype in a path', '{"json":{"a":"1"},"meta":{"values":{"__proto__.polluted":["bigint"]}}}'],
  [
    'a constructor in a path',
    '{"json":{"a":"1"},"meta":{"values":{"a.constructor.prototype.polluted":["bigint"]}}}',
  ],
  ['a prototype in a tree', '{"json":{"a":"1"},"meta":{"values":{"a":{"__proto__":{"polluted":["Date"]}}}}}'],
  ['a prototype in the input', '{"json":{"__proto__":{"polluted":true}}}'],
  ['an invalid bigint', '{"json":{"after":"x"},"meta":{"values":{"after":["bigint"]}}}'],
  ['a bigint of many digits', `{"json":"${'9'.repeat(12_000)}","meta":{"values":["bigint"]}}`],
  ['a value that does not exist', '{"json":{},"meta":{"values":{"a.b.c":["Date"]}}}'],
  ['a payload that is not an object', '"x"'],
  ['a payload that is null', 'null'],
  ['meta that is not an object', '{"json":{},"meta":[]}'],
  ['annotations of the wrong type', '{"json":{},"meta":{"values":"Date"}}'],
  ['invalid JSON', '{"json":'],
]

describe.each(attacks)('an input with %s', (_, text) => {
  test.each([
    ['in a GET', () => get(text), () => text.length < 100_000],
    ['in a POST', () => post(text), () => true],
    ['in a batch', () => get(`{"0":${text}}`, 'order.list', 'batch=1&'), () => true],
  ])('is rejected immediately %s', async (_name, send) => {
    let response = new Response()
    let used = Number.POSITIVE_INFINITY
    // The garbage of other tests may be collected during one of the attempts.
    for (let attempt = 0; attempt < 3 && used >= harmless; attempt++) {
      const before = process.cpuUsage()
      response = await send()
      used = computed(before)
    }
    expect(response.status, await response.clone().text()).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    // A refusal costs about as much as a few harmless requests. Unchecked, these inputs cost thousands of times as much,
    // or never finished.
    expect(used).toBeLessThan(harmless)
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

test('refuses an input of too many bytes before parsing it', async () => {
  expect((await post(`{"json":"${'x'.repeat(maxInputBytes)}"}`)).status).toBe(413)
})

test('refuses more calls in a request than the pages send', async () => {
  const paths = Array.from({ length: 21 }, () => 'merchant.get').join(',')
  expect((await request(`${paths}?batch=1&input=${encodeURIComponent('{}')}`)).status).toBe(413)
})

test.each(['multipart/form-data; boundary=x', 'application/octet-stream', 'text/plain'])(
  'refuses an input of the type %s',
  async (type) => {
    const response = await request('view.save', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': type },
    })
    expect(response.status).toBe(415)
    const { error } = await response.json()
    expect(error.json.data).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', httpStatus: 415 })
  },
)

test('reads what the pages send unchanged', async () => {
  const shared = { at: new Date(0) }
  const input = {
    a: 12n,
    b: [undefined, new Date(5), { 'x.y': -3n, 'z\\': new Date(7) }],
    c: shared,
    d: shared,
    e: null,
    // The value of an empty number field.
    f: Number.NaN,
  }
  const sent = transformer.input.serialize(input)
  expect(sent.meta).not.toHaveProperty('referentialEqualities')
  expect(transformer.input.deserialize(JSON.parse(JSON.stringify(sent)))).toEqual(input)
  const back = transformer.output.serialize(input)
  expect(transformer.output.deserialize(JSON.parse(JSON.stringify(back)))).toEqual(input)
})

test('handles calls within the limits, even several in one request', async () => {
  const one = await get('{"json":{}}')
  expect(one.status, await one.clone().text()).toBe(200)
  const batch = '{"0":{"json":{}},"1":{"json":{}}}'
  expect((await get(batch, 'order.list,account.list', 'batch=1&')).status).toBe(200)
})

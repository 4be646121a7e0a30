// @module-tag slow

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountWith, orderOf, visa } from '@/test/call'
import { startWeb, type WebProcess } from '@/test/web'
import { type TestMerchant, testWorld } from '@/test/world'

/** Card numbers and possible security codes leave no trace in any table, log or response. */

const world = testWorld()
let web: WebProcess
let shop: TestMerchant
let ids: { account: string; order: string }

beforeAll(async () => {
  shop = await world.newMerchant()
  ids = { account: (await accountWith(shop, visa)).id, order: (await orderOf(shop, 100)).id }
  web = await startWeb(world.databaseUrl)
})
afterAll(() => web.stop())

const pan = '4242424242424242'
const amex = '378282246310005'
const code = '9876'
const by = (separator: string) => pan.match(/.{1,4}/g)?.join(separator) ?? ''
const percent = (text: string) => text.replaceAll(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)
const script = (zero: number) => pan.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const encoded = (text: string) => encodeURIComponent(text)

/** Every way of writing a number as text. */
const written = [
  ...[pan, amex, by(' '), by('.'), by('-'), by('/'), by(', '), by('\u00a0'), by('\u2009'), by('\u200b')],
  ...[script(0xff10), script(0x0660), percent(pan), percent(percent(pan)), `order${pan}x`, `${pan} ${code}`],
]

interface Hostile {
  method: string
  target: string
  body?: string
  headers?: Record<string, string>
}

function hostile(): Hostile[] {
  const post = (target: string, body: unknown, headers?: Record<string, string>): Hostile => ({
    method: 'POST',
    target,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(headers && { headers }),
  })
  const event = `/v1/order/${ids.order}/event`
  return [
    ...written.map((each) => ({ method: 'GET', target: `/v1/order/${encoded(each)}` })),
    ...written.map((each) => ({ method: 'GET', target: `/v1/order?${encoded(each)}=1&cvx=${code}` })),
    ...written.map((each) => ({ method: 'GET', target: `/v1/account?search=${encoded(each)}&x=${code}` })),
    ...written.map((each) => post('/v1/account', { method: [], [each]: 1, check: code })),
    ...written.map((each) => post('/v1/account', { method: [], number: each, note: Number(code) })),
    ...written.map((each) => post('/v1/account', { method: [], customer: { name: each } })),
    ...[
      { items: Number(pan), currency: 'SEK' },
      { items: [{ name: pan, price: 1 }], currency: 'SEK', payment: { type: 'account', account: pan } },
      { items: 1, currency: 'SEK', payment: { type: 'card', card: pan, csc: code } },
      { items: 1, currency: 'SEK', payment: { type: 'card', card: { number: pan, code } } },
      {
        items: 1,
        currency: 'SEK',
        callback: `https://example.com/?card=${pan}`,
        payment: { type: 'card', card: 'x' },
      },
    ].map((body) => post('/v1/order', body)),
    ...[
      { type: 'charge', items: Number(pan) },
      { type: 'charge', reference: Number(pan), safety: Number(code) },
      { type: [...pan] },
      { type: [...pan].map(Number), code: [...code] },
      { type: by(' ').split(' ') },
      { type: [[by(' ').split(' ')], code] },
      { first: pan.slice(0, 8), second: pan.slice(8), third: code },
      [{ [pan]: { [code]: code } }],
    ].map((body) => post(event, body)),
    post('/v1/card', { number: pan, expires: [12, 40], cvx: code }),
    post('/v1/card', { pan: Number(pan), expires: [12, 40], csc: Number(code) }),
    post('/v1/card', { pan: by('-'), expires: [12, 40], csc: code }),
    post('/v1/card', { pan: '4000056655665556', expires: [12, 40], csc: '987' }),
    post('/v1/card', { pan, expires: [12, 40], csc: code }),
    post('/v1/card', { pan, expires: [1, 20], csc: '987' }),
    post('/v1/card', `{"pan":"${pan}","csc":"${code}",}`),
    post('/v1/card', `pan=${pan}&csc=${code}`),
    post('/v1/card', `pan=${percent(pan)}&csc=${code}`),
    post('/v1/card', `<pan>${script(0xff10)}</pan>`),
    post(`/v1/order/${pan}/event`, { type: 'charge' }, { 'X-Request-Id': pan }),
    post(`/v1/account/${by('-')}/link`, {}, { 'X-Request-Id': by('-') }),
    post(event, { type: 'refund' }, { 'X-Request-Id': `a.${by('.')}`, 'Idempotency-Key': pan }),
    post(event, { type: 'charge', items: 1 }, { 'Idempotency-Key': by(' ') }),
    post('/v1/card', { pan, expires: [12, 40], csc: '987' }, { 'Idempotency-Key': `key-${by('-')}` }),
    post('/v1/account', { method: [{ type: 'token', card: 'x', client: { browser: { a: Number(pan) } } }] }),
    {
      method: 'PUT',
      target: `/v1/account/${ids.account}/customer`,
      body: JSON.stringify({ email: `${pan}@a.com` }),
    },
    {
      method: 'PATCH',
      target: '/v1/order',
      body: JSON.stringify([{ id: pan, event: [{ type: 'charge' }] }]),
    },
    { method: 'DELETE', target: `/v1/account/${pan}/subscription/${code}` },
    { method: 'GET', target: `/v1/nothing/${pan}?${pan}` },
    { method: 'GET', target: `/v1//${by('/')}` },
    { method: 'GET', target: `http://kassa.test/v1/order/${pan}` },
    { method: 'GET', target: '/v1/order', headers: { Authorization: `Bearer ${pan}` } },
    {
      method: 'GET',
      target: '/v1/order',
      headers: { 'X-Forwarded-For': pan, 'User-Agent': pan, Cookie: `a=${pan}` },
    },
    { method: 'GET', target: `/dashboard/${pan}/%E0%A4%A` },
  ]
}

const send = ({ method, target, body = '', headers = {} }: Hostile) => {
  const all = {
    Host: 'kassa.test',
    Authorization: `Bearer ${shop.privateKey}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return web.raw(`${method} ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Returns every column of every row of every table, as text. */
async function everyValue(): Promise<string[]> {
  const columns = await world.runtime.db.execute<{ place: string; name: string; column: string }>(sql`
    select format('%I.%I', table_schema, table_name) as place, table_name as name, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const parts = columns.map(
    ({ place, column }) => `select '${place}.${column}: ' || "${column}"::text as value from ${place}`,
  )
  const rows = await world.runtime.db.execute<{ value: string | null }>(sql.raw(parts.join(' union all ')))
  return rows.flatMap(({ value }) => value ?? [])
}

/** Returns what a person would find when looking for the number in any form. */
function formsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[^\p{L}\p{N}%]+/gu, '')
  const bare = plain.replaceAll(/%(?:25)*(?:3(\d)|[\da-fA-F]{2})/g, '$1')
  return [pan, amex, '4000056655665556'].filter((number) => plain.includes(number) || bare.includes(number))
}

test('card numbers and security codes in wrong places leave no trace', async () => {
  const responses: string[] = []
  for (const each of hostile()) {
    const response = await send(each)
    expect(response, `${each.method} ${each.target}`).toMatch(/^HTTP\/1\.1 [24]\d\d /)
    responses.push(response)
  }
  await web.stop()
  const values = await everyValue()
  expect(responses.filter((response) => formsIn(response).length > 0)).toEqual([])
  expect(values.filter((value) => formsIn(value).length > 0)).toEqual([])
  expect(
    web
      .output()
      .split('\n')
      .filter((line) => formsIn(line).length > 0),
  ).toEqual([])
  const logged = values.filter((value) => /^public\.request_(log|contents)\./.test(value))
  expect(logged.join().split('[hidden]').length).toBeGreaterThan(300)
  // A time or an identifier may end in the same three digits.
  const sent = logged.map((value) => value.replaceAll(/[\d-]+T[\d:.]+Z|[\da-f]{8}-[\da-f-]{27}/g, ''))
  expect(
    sent.filter((value) => /\.(contents|query|path): .*(?<!\w)9[",. ]*8[",. ]*7[",. ]*6?(?!\w)/.test(value)),
  ).toEqual([])
  web = await startWeb(world.databaseUrl)
})

test('an Idempotency-Key that looks like a card number works like any other', async () => {
  const request = {
    method: 'POST',
    target: '/v1/account',
    body: '{"method":[]}',
    headers: { 'Idempotency-Key': amex },
  }
  const [first, second] = [await send(request), await send(request)]
  const idOf = (response: string) => /"id":"(\w+)"/.exec(response)?.[1]
  expect(first).toContain('HTTP/1.1 201')
  expect(second).toMatch(/idempotent-replayed: true/i)
  expect(idOf(second)).toBe(idOf(first))
})

import { expect, test } from 'vitest'
import { authorised, clientOf, errorOf, paid, testDouble } from './client'

const charge = {
  amount: 10_000,
  currency: 'sek',
  payment_method: 'pm_card_visa',
  confirm: true,
  allowed_payment_method_types: ['card' as const],
}

/** The package sends a request again, under the same key, if its connection was closed, even without retries. */
const twice = 2

test('loses requests before the work', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'lost-before', method: 'POST', times: twice })
  expect((await errorOf(paid(stripe))).type).toBe('StripeConnectionError')
  expect(double.books()).toEqual([])
  expect((await paid(stripe)).status).toBe('succeeded')
})

test('loses responses after the work, which the key repeats', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'lost-after', path: '^/v1/payment_intents$', times: twice })
  const create = () => stripe.paymentIntents.create(charge, { idempotencyKey: 'a' })
  expect((await errorOf(create())).type).toBe('StripeConnectionError')
  expect(double.books()).toHaveLength(1)
  const { id, lastResponse } = await create()
  expect(id).toBe(double.books()[0]?.intent)
  expect(lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(double.books()).toHaveLength(1)
  expect(double.requests.map(({ status, replayed, lost, key }) => [status, replayed, lost, key])).toEqual([
    [200, false, true, 'a'],
    [200, true, true, 'a'],
    [200, true, false, 'a'],
  ])
})

test('a forgotten key does the work again', async () => {
  const { stripe, double } = await testDouble({ keySeconds: 10 })
  double.operate('fault', { kind: 'lost-after', times: twice })
  const create = () => stripe.paymentIntents.create(charge, { idempotencyKey: 'a' })
  await errorOf(create())
  double.operate('advance', { seconds: 11 })
  await create()
  expect(double.books()).toHaveLength(2)
})

test('breaks off in the middle of a response, which is not sent again', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'cut', times: 1 })
  expect((await errorOf(paid(stripe))).type).toBe('StripeConnectionError')
  expect(double.requests).toHaveLength(1)
  expect(double.books()).toHaveLength(1)
})

test('responds slowly after the work', async () => {
  const { double } = await testDouble()
  double.operate('fault', { kind: 'slow', ms: 5000, times: 1 })
  const stripe = clientOf(double)
  const error = await errorOf(stripe.paymentIntents.create(charge, { timeout: 1000 }))
  expect(error.type).toBe('StripeConnectionError')
  await expect.poll(() => double.books()).toHaveLength(1)
})

test.each([
  ['rate-limit', 429, 'rate_limit', 'StripeRateLimitError'],
  ['lock-timeout', 429, 'lock_timeout', 'StripeRateLimitError'],
] as const)('%s is %i and leaves the key free', async (kind, status, code, type) => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind, times: 2 })
  const create = () => stripe.paymentIntents.create(charge, { idempotencyKey: 'a' })
  expect(await errorOf(create())).toMatchObject({ statusCode: status, code, type })
  expect(await errorOf(create())).toMatchObject({ statusCode: status, code })
  expect((await create()).status).toBe('succeeded')
})

test('lock time-outs can have another status', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'lock-timeout', status: 409, times: 1 })
  expect(await errorOf(paid(stripe))).toMatchObject({ statusCode: 409, code: 'lock_timeout' })
})

test('errors before the work leave the key free, and those after it are repeated', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'error-before', times: 1 })
  double.operate('fault', { kind: 'error-after', times: 1 })
  const create = () => stripe.paymentIntents.create(charge, { idempotencyKey: 'a' })
  expect((await errorOf(create())).statusCode).toBe(500)
  expect(double.books()).toEqual([])
  expect((await errorOf(create())).statusCode).toBe(500)
  expect(double.books()).toHaveLength(1)
  const repeated = await errorOf(create())
  expect([repeated.statusCode, repeated.headers?.['idempotent-replayed']]).toEqual([500, 'true'])
  expect(double.books()).toHaveLength(1)
})

test('a 404 without an error does not reject, and is not an object', async () => {
  const { stripe, double } = await testDouble()
  const { id } = await authorised(stripe)
  double.operate('fault', { kind: 'bare-404', times: 1 })
  const response = await stripe.paymentIntents.retrieve(id)
  expect(response.object).toBeUndefined()
  expect(response.lastResponse.statusCode).toBe(404)
})

test("responds with a gateway's page", async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'gateway', times: 1 })
  expect((await errorOf(paid(stripe))).type).toBe('StripeAPIError')
})

test('faults apply to what they name: a method, a path, a number of requests', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'error-before', method: 'POST', path: '/capture$', skip: 1, times: 1 })
  const { id } = await authorised(stripe)
  const part = () => stripe.paymentIntents.capture(id, { amount_to_capture: 10, final_capture: false })
  await part()
  expect((await errorOf(part())).statusCode).toBe(500)
  await part()
  expect(double.faults.list()).toMatchObject([{ seen: 3, done: 1 }])
  double.operate('clear-faults', {})
  expect(double.faults.list()).toEqual([])
})

test('the seed decides which requests fail', async () => {
  const outcomes = async () => {
    const { stripe, double } = await testDouble()
    double.operate('fault', { kind: 'error-before', chance: 0.5 })
    const results: boolean[] = []
    for (let count = 0; count < 20; count += 1)
      results.push(
        await stripe.customers.create({}).then(
          () => true,
          () => false,
        ),
      )
    return results
  }
  const first = await outcomes()
  expect(new Set(first).size).toBe(2)
  expect(await outcomes()).toEqual(first)
})

test('limits the rate of each endpoint, and measures it', async () => {
  const { stripe, double } = await testDouble()
  double.operate('limits', { total: null, endpoint: 2 })
  const results = await Promise.all(
    Array.from({ length: 25 }, () =>
      stripe.customers.create({}).then(
        () => 200,
        (error: { statusCode?: number }) => error.statusCode,
      ),
    ),
  )
  const accepted = results.filter((status) => status === 200).length
  // The bucket holds two, and fills again while the requests arrive.
  expect(accepted).toBeGreaterThanOrEqual(2)
  expect(accepted).toBeLessThan(25)
  expect(results.filter((status) => status === 429)).toHaveLength(25 - accepted)
  expect((await stripe.charges.list()).data).toEqual([])
  expect(double.pace.figures()).toMatchObject({
    'POST /v1/customers': { requests: 25, limited: 25 - accepted },
    'GET /v1/charges': { requests: 1, limited: 0 },
    total: { requests: 26 },
  })
})

test('under one key nothing is done twice, whatever is lost', async () => {
  const { stripe, double } = await testDouble()
  for (const kind of [
    'lost-before',
    'lost-after',
    'cut',
    'rate-limit',
    'lock-timeout',
    'error-before',
  ] as const)
    double.operate('fault', { kind, chance: 0.1 })
  double.operate('fault', { kind: 'delay', ms: 5, chance: 0.3 })
  const untilDone = async (key: string): Promise<string> => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const intent = await stripe.paymentIntents
        .create(charge, { idempotencyKey: key })
        .catch(() => undefined)
      if (intent) return intent.id
    }
    throw new Error(`${key} never arrived`)
  }
  const ids = await Promise.all(Array.from({ length: 30 }, (_, number) => untilDone(`key-${number}`)))
  expect(new Set(ids).size).toBe(30)
  expect(
    double
      .books()
      .map(({ intent }) => intent)
      .toSorted(),
  ).toEqual(ids.toSorted())
})

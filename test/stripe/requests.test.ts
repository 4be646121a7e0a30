import { expect, test } from 'vitest'
import { authorised, clientOf, errorOf, testDouble } from './client'

const post = (url: string, key: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body,
  })

test('refuses requests without a valid key', async () => {
  const { double } = await testDouble()
  const error = await errorOf(clientOf(double, 'sk_test_wrong').customers.list())
  expect(error).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
  expect((await fetch(`${double.url}/v1/customers`)).status).toBe(401)
})

test('accepts a key as the name of Basic authentication', async () => {
  const { double } = await testDouble()
  const Authorization = `Basic ${Buffer.from(`${double.secretKey}:`).toString('base64')}`
  expect((await fetch(`${double.url}/v1/customers`, { headers: { Authorization } })).status).toBe(200)
})

test('limits restricted keys to their permissions, where write includes read', async () => {
  const { double } = await testDouble()
  const { key } = double.operate('create-key', { kind: 'restricted', permissions: ['customers:write'] })
  const stripe = clientOf(double, key)
  await stripe.customers.create({})
  expect((await stripe.customers.list()).data).toHaveLength(1)
  const error = await errorOf(stripe.paymentIntents.list())
  expect(error).toMatchObject({ statusCode: 403, type: 'StripePermissionError' })
})

test('a revoked key no longer works', async () => {
  const { double } = await testDouble()
  const { key } = double.operate('create-key', { kind: 'secret' })
  await clientOf(double, key).customers.list()
  double.operate('revoke-key', { key })
  expect((await errorOf(clientOf(double, key).customers.list())).statusCode).toBe(401)
})

test('publishable keys create payment methods and nothing else', async () => {
  const { double } = await testDouble()
  const stripe = clientOf(double, double.publishableKey)
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' }
  expect((await stripe.paymentMethods.create({ type: 'card', card })).card?.last4).toBe('4242')
  expect(await errorOf(stripe.customers.list())).toMatchObject({
    statusCode: 403,
    code: 'secret_key_required',
  })
})

test('refuses other accounts and other versions of the API', async () => {
  const { stripe } = await testDouble()
  const account = await errorOf(stripe.customers.list({}, { stripeAccount: 'acct_other' }))
  expect(account).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  const version = await errorOf(stripe.customers.list({}, { apiVersion: '2020-08-27' }))
  expect(version).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
})

test('gives requests ids, which errors contain', async () => {
  const { stripe } = await testDouble()
  const { lastResponse } = await stripe.customers.create({})
  expect(lastResponse.requestId).toMatch(/^req_\w{14}$/)
  expect(lastResponse.headers['stripe-version']).toBe('2026-10-28.endive')
  expect((await errorOf(stripe.customers.retrieve('cus_none'))).requestId).toMatch(/^req_/)
})

test('refuses unknown addresses', async () => {
  const { double } = await testDouble()
  const response = await post(`${double.url}/v1/unicorns`, double.secretKey, '')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test.each([
  ['amount=1000&currency=sek&colour=red', 'parameter_unknown', 'colour'],
  ['amount=1000&currency=sek&payment_method_types[]=card', 'parameter_unknown', 'payment_method_types'],
  ['amount=1000&currency=sek&final_capture=true', 'parameter_unknown', 'final_capture'],
  ['amount=1000&currency=sek&off_session=true', 'parameter_unknown', 'off_session'],
  [
    'amount=1000&currency=sek&payment_method_options[card][capture]=1',
    'parameter_unknown',
    'payment_method_options[card][capture]',
  ],
  ['amount=1000&currency=sek&constructor=x', 'parameter_unknown', 'constructor'],
  ['currency=sek', 'parameter_missing', 'amount'],
  ['amount=1000', 'parameter_missing', 'currency'],
  ['amount=10.5&currency=sek', 'parameter_invalid_integer', 'amount'],
  ['amount=0&currency=sek', 'parameter_invalid_integer', 'amount'],
  ['amount=1000&currency=sek&description[x]=y', undefined, 'description'],
  ['amount=1000&currency=sek&customer=', 'parameter_invalid_empty', 'customer'],
  ['amount=1000&currency=sek&confirm=yes', undefined, 'confirm'],
  ['amount=1000&currency=xyz', undefined, 'currency'],
  ['amount=1000&currency=sek&capture_method=never', undefined, 'capture_method'],
  ['amount=1000&currency=sek&allowed_payment_method_types=card', undefined, 'allowed_payment_method_types'],
  ['amount=1000&currency=sek&metadata=x', undefined, 'metadata'],
  ['amount=299&currency=sek', 'amount_too_small', 'amount'],
  ['amount=100000000&currency=sek', 'amount_too_large', 'amount'],
  ['amount=10050&currency=isk', 'invalid_charge_amount', 'amount'],
  ['amount=1000&currency=sek&customer=cus_none', 'resource_missing', 'customer'],
  ['amount=1000&currency=sek&payment_method=pm_none', 'resource_missing', 'payment_method'],
  ['amount=1000&currency=sek&confirm=true&payment_method=pm_card_visa', 'parameter_missing', 'return_url'],
])('refuses %s', async (body, code, param) => {
  const { double } = await testDouble()
  const response = await post(`${double.url}/v1/payment_intents`, double.secretKey, body)
  expect(response.status).toBe(400)
  const { error } = (await response.json()) as { error: { code?: string; param?: string; type: string } }
  expect(error.type).toBe('invalid_request_error')
  expect([error.code, error.param]).toEqual([code, param])
  expect(double.state.paymentIntents.newest()).toEqual([])
})

test('reads nested parameters and lists with and without numbers', async () => {
  const { double } = await testDouble()
  const body = 'amount=1000&currency=SEK&allowed_payment_method_types[]=card&metadata[order]=7&metadata[x]='
  const response = await post(`${double.url}/v1/payment_intents`, double.secretKey, body)
  expect(await response.json()).toMatchObject({
    allowed_payment_method_types: ['card'],
    currency: 'sek',
    metadata: { order: '7' },
  })
})

test('unknown ids are 404 in a path', async () => {
  const { stripe } = await testDouble()
  for (const request of [
    stripe.paymentIntents.retrieve('pi_none'),
    stripe.refunds.retrieve('re_none'),
    stripe.charges.retrieve('ch_none'),
    stripe.customers.retrieve('cus_none'),
    stripe.paymentMethods.retrieve('pm_none'),
    stripe.disputes.retrieve('du_none'),
    stripe.payouts.retrieve('po_none'),
    stripe.events.retrieve('evt_none'),
    stripe.webhookEndpoints.retrieve('we_none'),
  ])
    expect(await errorOf(request)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('repeats the response to a key', async () => {
  const { stripe, double } = await testDouble()
  const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' })
  const again = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  })
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
  expect(double.state.customers.newest()).toHaveLength(1)
})

test('repeats a decline under its key', async () => {
  const { stripe, double } = await testDouble()
  const params = { amount: 10_000, currency: 'sek', payment_method: 'pm_card_chargeDeclined', confirm: true }
  const types = { allowed_payment_method_types: ['card' as const] }
  const first = await errorOf(
    stripe.paymentIntents.create({ ...params, ...types }, { idempotencyKey: 'two' }),
  )
  const again = await errorOf(
    stripe.paymentIntents.create({ ...params, ...types }, { idempotencyKey: 'two' }),
  )
  expect(again.payment_intent?.id).toBe(first.payment_intent?.id)
  expect(again.headers?.['idempotent-replayed']).toBe('true')
  expect((await errorOf(authorised(stripe, 'pm_card_chargeDeclined'))).payment_intent?.id).not.toBe(
    first.payment_intent?.id,
  )
  expect(double.state.paymentIntents.newest()).toHaveLength(2)
})

test('refuses a key with other parameters or for another address', async () => {
  const { stripe } = await testDouble()
  const { id } = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'three' })
  for (const request of [
    stripe.customers.create({ name: 'Bo' }, { idempotencyKey: 'three' }),
    stripe.customers.update(id, { name: 'Ada' }, { idempotencyKey: 'three' }),
  ]) {
    const error = await errorOf(request)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
    expect(error.code).toBeUndefined()
  }
})

test('refused parameters leave a key free', async () => {
  const { stripe } = await testDouble()
  const options = { idempotencyKey: 'four' }
  await errorOf(stripe.paymentIntents.create({ amount: 0, currency: 'sek' }, options))
  expect((await stripe.paymentIntents.create({ amount: 1000, currency: 'sek' }, options)).amount).toBe(1000)
})

test('refuses a key that is in use, and later repeats its response', async () => {
  const { stripe, double } = await testDouble()
  double.operate('fault', { kind: 'delay', ms: 4000, times: 1 })
  const options = { idempotencyKey: 'five' }
  const first = stripe.customers.create({}, options)
  await expect.poll(() => double.faults.list()[0]?.done).toBe(1)
  const meanwhile = await errorOf(stripe.customers.create({}, options))
  expect(meanwhile).toMatchObject({
    statusCode: 409,
    rawType: 'idempotency_error',
    code: 'idempotency_key_in_use',
  })
  const { id } = await first
  expect((await stripe.customers.create({}, options)).id).toBe(id)
})

test('forgets keys after a time, or on request', async () => {
  const { stripe, double } = await testDouble({ keySeconds: 1000 })
  // The double's clock runs on, too: a busy machine may take seconds for a request.
  const create = () => stripe.customers.create({}, { idempotencyKey: 'six' })
  const first = await create()
  double.operate('advance', { seconds: 800 })
  expect((await create()).id).toBe(first.id)
  double.operate('advance', { seconds: 201 })
  const second = await create()
  expect(second.id).not.toBe(first.id)
  double.operate('forget-keys', {})
  expect((await create()).id).not.toBe(second.id)
})

test('pages through lists, the newest first, in both directions', async () => {
  const { stripe } = await testDouble()
  const created: string[] = []
  for (let count = 0; count < 7; count += 1) created.unshift((await stripe.customers.create({})).id)
  const first = await stripe.customers.list({ limit: 3 })
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([created.slice(0, 3), true])
  const last = await stripe.customers.list({ limit: 4, starting_after: created[2] ?? '' })
  expect([last.data.map(({ id }) => id), last.has_more]).toEqual([created.slice(3), false])
  const back = await stripe.customers.list({ limit: 2, ending_before: created[4] ?? '' })
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([created.slice(2, 4), true])
  const all: string[] = []
  for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id)
  expect(all).toEqual(created)
})

test('filters lists by the time of creation', async () => {
  const { stripe, double } = await testDouble()
  const old = await stripe.customers.create({})
  double.operate('advance', { seconds: 1000 })
  const recent = await stripe.customers.create({})
  const ids = async (created: { gte?: number; lt?: number }) =>
    (await stripe.customers.list({ created })).data.map(({ id }) => id)
  expect(await ids({ gte: recent.created - 10 })).toEqual([recent.id])
  expect(await ids({ lt: recent.created - 10 })).toEqual([old.id])
})

test('refuses invalid pages', async () => {
  const { stripe } = await testDouble()
  expect(await errorOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  expect(await errorOf(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  })
})

test('expands fields of objects and of lists', async () => {
  const { stripe } = await testDouble()
  const { id } = await authorised(stripe, 'pm_card_visa', { capture_method: 'automatic' })
  const intent = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  })
  expect(intent).toMatchObject({
    latest_charge: { object: 'charge', balance_transaction: { object: 'balance_transaction', fee: 330 } },
    payment_method: { object: 'payment_method' },
  })
  const list = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
  expect(list.data[0]).toMatchObject({ latest_charge: { object: 'charge' } })
  expect((await errorOf(stripe.paymentIntents.retrieve(id, { expand: ['amount.x'] }))).param).toBe('expand')
})

test('expands a field of those sources that have it', async () => {
  const { stripe, double } = await testDouble()
  await authorised(stripe, 'pm_card_visa', { capture_method: 'automatic' })
  double.operate('payout', {})
  const { data } = await stripe.balanceTransactions.list({ expand: ['data.source.payment_intent'] })
  expect(data).toMatchObject([
    { source: { object: 'payout' } },
    { source: { object: 'charge', payment_intent: { object: 'payment_intent' } } },
  ])
  const unknown = stripe.balanceTransactions.list({ expand: ['data.source.nothing'] })
  expect((await errorOf(unknown)).param).toBe('expand')
})

test('the same seed gives the same ids', async () => {
  const [one, two] = [await testDouble(), await testDouble()]
  expect((await one.stripe.customers.create({})).id).toBe((await two.stripe.customers.create({})).id)
})

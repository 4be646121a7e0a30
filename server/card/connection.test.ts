import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cardConnection, notification } from '@/db/schema'
import { authorised } from '@/test/stripe/client'
import { type StripeMerchant, stripeMerchant, stripeOf } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { chooseService } from './choose-service'
import { checkConnection, connectCardService, connectionOf } from './connection'

const world = testWorld()

const keysOf = ({ double }: StripeMerchant) => ({
  service: 'stripe',
  secret: double.secretKey,
  publishable: double.publishableKey,
})
const connection = ({ merchant }: StripeMerchant) =>
  connectionOf(world.runtime.db, { merchantId: merchant, service: 'stripe' })
const token = ({ service, merchant }: StripeMerchant) =>
  service.tokenise?.('pm_card_visa', { merchantId: merchant, now: new Date() })

describe('connecting an account at Stripe', () => {
  test('stores what the account can do', async () => {
    const shop = await stripeMerchant(world, {
      connected: false,
      settings: { country: 'DE', currency: 'eur' },
    })
    expect(await connection(shop)).toBeUndefined()
    const checked = await connectCardService(shop.context, keysOf(shop))
    expect(checked).toMatchObject({
      status: 'connected',
      facts: {
        account: expect.stringMatching(/^acct_/),
        country: 'DE',
        currency: 'EUR',
        chargesEnabled: true,
        severalCaptures: 'unknown',
      },
    })
    expect(await connection(shop)).toMatchObject({ mode: 'test', version: 1, facts: { country: 'DE' } })
  })

  test('stores the secret key encrypted, for this merchant only', async () => {
    const shop = await stripeMerchant(world)
    const rows = await world.runtime.db
      .select()
      .from(cardConnection)
      .where(eq(cardConnection.merchantId, shop.merchant))
    expect(JSON.stringify(rows)).not.toContain(shop.double.secretKey)
    expect((await connection(shop))?.secret()).toBe(shop.double.secretKey)
    const other = await stripeMerchant(world)
    await world.runtime.db
      .update(cardConnection)
      .set({ secret: rows[0]?.secret ?? '' })
      .where(eq(cardConnection.merchantId, other.merchant))
    const copied = await connection(other)
    expect(() => copied?.secret()).toThrow()
  })

  test('learns from payments whether several captures are possible', async () => {
    const shop = await stripeMerchant(world, { settings: { multicapture: [] } })
    await authorised(stripeOf(shop))
    expect(await checkConnection(shop.context, 'stripe')).toMatchObject({
      facts: { severalCaptures: 'unavailable' },
    })
    expect(await shop.service.capabilities({ merchantId: shop.merchant })).toMatchObject({ captures: 'one' })
  })

  test('does not learn it from payments that were captured at once', async () => {
    const shop = await stripeMerchant(world)
    const learned = async () => {
      await checkConnection(shop.context, 'stripe')
      return (await connection(shop))?.facts.severalCaptures
    }
    const pay = (count: number) => {
      for (let each = 0; each < count; each++) shop.double.operate('pay', { amount: 5_000 })
    }
    pay(1)
    expect(await learned()).toBe('unknown')
    await authorised(stripeOf(shop))
    pay(20)
    expect(await learned()).toBe('available')
    pay(100)
    expect(await learned()).toBe('available')
    await connectCardService(shop.context, keysOf(shop))
    expect(await learned()).toBe('available')
  })

  test('notices that charges are no longer enabled', async () => {
    const shop = await stripeMerchant(world)
    shop.double.operate('settings', { chargesEnabled: false })
    await checkConnection(shop.context, 'stripe')
    expect(await connection(shop)).toMatchObject({ facts: { chargesEnabled: false } })
  })

  test('remembers that a key was refused, and notifies the team once', async () => {
    const shop = await stripeMerchant(world, { settings: { livemode: true } })
    const { key } = shop.double.operate('create-key', { kind: 'secret' })
    expect(await connectCardService(shop.context, { ...keysOf(shop), secret: key })).toMatchObject({
      status: 'connected',
    })
    const notices = () => world.runtime.db.$count(notification, eq(notification.merchantId, shop.merchant))
    const check = async () => {
      await checkConnection(shop.context, 'stripe')
      return { ...(await connection(shop)), notices: await notices() }
    }
    expect(await check()).toMatchObject({ refusal: null, notices: 0 })
    shop.double.operate('revoke-key', { key })
    for (const _ of [1, 2]) {
      expect(await check()).toMatchObject({
        ...{ facts: { chargesEnabled: true }, refusal: { problem: 'key not valid' }, notices: 1 },
      })
    }
    await expect(chooseService(shop.context, 'stripe')).rejects.toMatchObject({
      code: 'card-service.charges-disabled',
    })
    expect(await connectCardService(shop.context, keysOf(shop))).toMatchObject({ status: 'connected' })
    expect(await connection(shop)).toMatchObject({ refusal: null })
    shop.double.operate('settings', { chargesEnabled: false })
    expect(await check()).toMatchObject({ refusal: null, notices: 2 })
  })

  test('a card service that does not respond says nothing about the keys', async () => {
    const shop = await stripeMerchant(world)
    const before = await connection(shop)
    await shop.double.stop()
    expect(await checkConnection(shop.context, 'stripe')).toMatchObject({ problem: 'no response' })
    expect({ ...(await connection(shop)), secret: before?.secret }).toEqual(before)
  })

  test.each(['gateway', 'bare-404', 'cut', 'error-before'] as const)(
    'after %s, nothing is known about the keys either',
    async (kind) => {
      const shop = await stripeMerchant(world)
      shop.double.operate('fault', { path: '^/v1/account$', kind, skip: 1, times: 1 })
      expect(await checkConnection(shop.context, 'stripe')).toMatchObject({ problem: 'no response' })
    },
  )

  test.each([
    ['sk_live_abc', 'pk_live_abc', 'not test keys'],
    ['sk_test_abc', 'pk_live_abc', 'not test keys'],
    ['pk_test_abc', 'pk_test_abc', 'not a secret key'],
    ['', '', 'not a secret key'],
    ['rk_test_abc', 'sk_test_abc', 'not a publishable key'],
    ['sk_test_abc', 'pk_test_abc', 'key not valid'],
  ])('refuses %s with %s: %s', async (secret, publishable, problem) => {
    const shop = await stripeMerchant(world, { connected: false })
    expect(await connectCardService(shop.context, { service: 'stripe', secret, publishable })).toEqual({
      status: 'refused',
      problem,
    })
    expect(await connection(shop)).toBeUndefined()
  })

  test('refuses test keys for a live merchant, and accepts live ones', async () => {
    const shop = await stripeMerchant(world, { connected: false, settings: { livemode: true } })
    const test = { service: 'stripe', secret: 'sk_test_abc', publishable: 'pk_test_abc' }
    expect(await connectCardService(shop.context, test)).toMatchObject({ problem: 'not live keys' })
    expect(await connectCardService(shop.context, keysOf(shop))).toMatchObject({ status: 'connected' })
  })

  test('names the permissions that a restricted key lacks', async () => {
    const shop = await stripeMerchant(world, { connected: false })
    const permissions = ['account:read', 'payment_intents:write', 'customers:write', 'payment_methods:read']
    const { key } = shop.double.operate('create-key', { kind: 'restricted', permissions })
    expect(await connectCardService(shop.context, { ...keysOf(shop), secret: key })).toEqual({
      status: 'refused',
      problem: 'permissions missing',
      missing: [
        'Balance transactions: read',
        'Charges and refunds: write',
        'Disputes: write',
        'Events: read',
        'Payment methods: write',
        'Payouts: read',
        'Setup intents: write',
        'Webhook endpoints: write',
      ],
    })
  })

  test('replaces a key, which is used from then on', async () => {
    const shop = await stripeMerchant(world)
    expect(await token(shop)).toBeDefined()
    const { key } = shop.double.operate('create-key', { kind: 'restricted' })
    await connectCardService(shop.context, { ...keysOf(shop), secret: key })
    shop.double.operate('revoke-key', { key: shop.double.secretKey })
    expect(await token(shop)).toBeDefined()
    expect(await connection(shop)).toMatchObject({ version: 2 })
  })

  test('keeps what is known about keys that replace others while those are being checked', async () => {
    const shop = await stripeMerchant(world)
    const { key } = shop.double.operate('create-key', { kind: 'restricted' })
    const connecting = shop.service.connecting ?? expect.fail('Stripe needs no keys')
    const check = connecting.check.bind(connecting)
    vi.spyOn(connecting, 'check').mockImplementationOnce(async (...given) => {
      shop.double.operate('revoke-key', { key: shop.double.secretKey })
      const refused = await check(...given)
      await connectCardService(shop.context, { ...keysOf(shop), secret: key })
      return refused
    })
    onTestFinished(() => void vi.restoreAllMocks())
    expect(await checkConnection(shop.context, 'stripe')).toMatchObject({ status: 'refused' })
    expect(await connection(shop)).toMatchObject({ version: 2, refusal: null })
  })

  test('refuses a publishable key of another account, and leaves nothing at Stripe', async () => {
    const shop = await stripeMerchant(world, { connected: false })
    expect(
      await connectCardService(shop.context, { ...keysOf(shop), publishable: 'pk_test_OfAnotherAccount' }),
    ).toEqual({ status: 'refused', problem: 'not of one account' })
    expect(await connection(shop)).toBeUndefined()
    expect(shop.double.state.setupIntents.newest()).toMatchObject([{ status: 'canceled' }])
  })

  test('refuses keys of another account', async () => {
    const [shop, other] = [await stripeMerchant(world), await stripeMerchant(world, { connected: false })]
    await world.runtime.db
      .update(cardConnection)
      .set({
        facts: { ...((await connection(shop))?.facts ?? expect.fail('no facts')), account: 'acct_another' },
      })
      .where(eq(cardConnection.merchantId, shop.merchant))
    expect(await connectCardService(shop.context, keysOf(shop))).toEqual({
      status: 'refused',
      problem: 'another account',
    })
    expect(await connection(other)).toBeUndefined()
  })
})

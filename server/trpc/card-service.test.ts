import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntry, merchant, requestLog } from '@/db/schema'
import { accountWith, tokenFor, visa } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { DashboardError } from './errors'

const world = testWorld()

type Settings = Parameters<typeof stripeMerchant>[1]

async function shopWithAdmin(settings: Settings = { connected: false }) {
  const shop = await stripeMerchant(world, settings)
  const runtime = { ...world.runtime, cards: shop.context.cards }
  const session = await newMember(world.runtime, shop.merchant, 'admin')
  const entries = () =>
    world.runtime.db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.merchantId, shop.merchant))
      .orderBy(asc(auditEntry.date), asc(auditEntry.id))
  const service = async () => {
    const [row] = await world.runtime.db.select().from(merchant).where(eq(merchant.id, shop.merchant))
    return row?.cardService
  }
  const { cardService: calls, audit } = dashboard(runtime, session, shop.merchant)
  return { shop, runtime, entries, service, calls, audit }
}

const keysOf = ({ double }: StripeMerchant) => ({
  service: 'stripe',
  secret: double.restrictedKey,
  publishable: double.publishableKey,
})

/** Returns the details of a refusal. */
async function refusal(call: Promise<unknown>): Promise<DashboardError['details']> {
  const error = await call.catch((thrown) => thrown)
  if (error instanceof DashboardError) return error.details
  throw new Error('The call was not refused', { cause: error })
}

describe('connecting', () => {
  test('says what the keys need, and shows the account afterwards', async () => {
    const { shop, calls } = await shopWithAdmin()
    const [testService, stripe] = await calls.list()
    expect(testService).toMatchObject({ name: 'test', isCurrent: true, isSimulated: true, guide: undefined })
    expect(stripe).toMatchObject({ name: 'stripe', isCurrent: false, connection: undefined })
    expect(stripe?.guide?.permissions).toContain('Payment intents: write')
    expect(await calls.connect(keysOf(shop))).toMatchObject({
      facts: { country: 'SE', currency: 'SEK', chargesEnabled: true, severalCaptures: 'unknown' },
      notices: 'done',
    })
    expect((await calls.list())[1]?.connection).toMatchObject({
      secretEnd: shop.double.restrictedKey.slice(-4),
      publishableEnd: shop.double.publishableKey.slice(-4),
      hasEndpoint: true,
      lastNotice: undefined,
      facts: { account: expect.stringMatching(/^acct_/) },
    })
  })

  test('never returns a key, nor writes it to the audit log', async () => {
    const { shop, calls, entries } = await shopWithAdmin()
    const keys = keysOf(shop)
    const returned = [await calls.connect(keys), await calls.check({ service: 'stripe' }), await calls.list()]
    const refused = [
      await refusal(calls.connect({ ...keys, secret: `${keys.secret}x` })),
      await refusal(calls.connect({ ...keys, publishable: keys.secret })),
      await refusal(calls.connect({ ...keys, service: 'x'.repeat(51) })),
    ]
    const logged = await world.runtime.db
      .select()
      .from(requestLog)
      .where(eq(requestLog.merchantId, shop.merchant))
    const all = JSON.stringify([returned, refused, await entries(), logged], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(all).not.toContain(keys.secret)
    expect(all).not.toContain(keys.publishable)
    expect(await entries()).toMatchObject([
      { action: 'cardService.connect', after: { service: 'stripe', account: expect.any(String) } },
      { action: 'cardService.check' },
    ])
  })

  test('says in words what is wrong with keys, at the field', async () => {
    const { shop, calls, entries } = await shopWithAdmin()
    const keys = keysOf(shop)
    expect((await refusal(calls.connect({ ...keys, secret: 'secret' }))).content).toMatchObject({
      property: 'secret',
      description: expect.stringContaining('not a secret key'),
    })
    expect((await refusal(calls.connect({ ...keys, publishable: '' }))).content.property).toBe('publishable')
    const live = { ...keys, secret: 'rk_live_abc', publishable: 'pk_live_abc' }
    expect((await refusal(calls.connect(live))).content.description).toContain('this is a test merchant')
    const { key } = shop.double.operate('create-key', { kind: 'restricted', permissions: ['account:read'] })
    expect((await refusal(calls.connect({ ...keys, secret: key }))).content).toMatchObject({
      property: 'secret',
      details: { missing: expect.arrayContaining(['Payouts: read']) },
    })
    expect((await refusal(calls.connect({ ...keys, service: 'test' }))).code).toBe('card-service.unknown')
    expect((await calls.list())[1]?.connection).toBeUndefined()
    expect(await entries()).toEqual([])
  })

  test('says that the service does not respond', async () => {
    const { shop, calls } = await shopWithAdmin()
    await shop.double.stop()
    expect((await refusal(calls.connect(keysOf(shop)))).content.description).toContain('did not respond')
  })

  test('checks stored keys again, and says that one was revoked', async () => {
    const { shop, calls } = await shopWithAdmin()
    expect((await refusal(calls.check({ service: 'stripe' }))).code).toBe('card-service.not-connected')
    await calls.connect(keysOf(shop))
    shop.double.operate('settings', { chargesEnabled: false })
    expect(await calls.check({ service: 'stripe' })).toMatchObject({ facts: { chargesEnabled: false } })
    shop.double.operate('revoke-key', { key: shop.double.restrictedKey })
    expect((await refusal(calls.check({ service: 'stripe' }))).content.description).toContain(
      'does not accept this key',
    )
  })

  test('changes the limits of the account, and restores the defaults', async () => {
    const { shop, calls, entries } = await shopWithAdmin()
    const change = (pace: { total: number; endpoint: number } | null) =>
      calls.changePace({ service: 'stripe', pace })
    const pace = async () => (await calls.list())[1]?.connection?.pace
    expect((await refusal(change(null))).code).toBe('card-service.not-connected')
    await calls.connect(keysOf(shop))
    expect(await pace()).toEqual({ total: 25, endpoint: 25 })
    await change({ total: 200, endpoint: 50 })
    expect(await pace()).toEqual({ total: 200, endpoint: 50 })
    expect((await refusal(change({ total: 0, endpoint: 50 }))).content.property).toContain('total')
    await change(null)
    expect(await pace()).toEqual({ total: 25, endpoint: 25 })
    expect((await entries()).map(({ action }) => action)).toEqual([
      'cardService.connect',
      'cardService.changePace',
      'cardService.changePace',
    ])
  })

  test("shows only the merchant's own connection", async () => {
    const [one, two] = [await shopWithAdmin(), await shopWithAdmin()]
    await one.calls.connect(keysOf(one.shop))
    expect((await two.calls.list())[1]?.connection).toBeUndefined()
  })
})

describe('choosing a card service', () => {
  test('needs a connection, and is used from the next request on', async () => {
    const { shop, calls, service, entries, audit } = await shopWithAdmin()
    expect((await refusal(calls.choose({ service: 'stripe' }))).code).toBe('card-service.not-connected')
    expect((await refusal(calls.choose({ service: 'paypal' }))).code).toBe('card-service.unknown')
    await accountWith(shop, visa)
    await calls.connect(keysOf(shop))
    expect(await service()).toBe('test')
    await calls.choose({ service: 'stripe' })
    expect(await service()).toBe('stripe')
    await expect(tokenFor(shop)).rejects.toThrow()
    expect(await calls.list()).toMatchObject([
      { name: 'test', title: 'Simulated acquirer', isCurrent: false, accounts: 1 },
      { name: 'stripe', title: 'Stripe', isCurrent: true, accounts: 0 },
    ])
    await calls.choose({ service: 'test' })
    expect(await service()).toBe('test')
    expect(await entries()).toMatchObject([
      { action: 'cardService.connect' },
      { action: 'cardService.choose', before: { cardService: 'test' }, after: { cardService: 'stripe' } },
      { action: 'cardService.choose', before: { cardService: 'stripe' }, after: { cardService: 'test' } },
    ])
    const [{ differences } = {}] = (await audit.list({})).entries
    expect(differences).toEqual([{ name: 'cardService', before: 'Stripe', after: 'Simulated acquirer' }])
  })

  test('a live merchant cannot go back to simulated payments', async () => {
    const { shop, calls, service } = await shopWithAdmin({ connected: false, settings: { livemode: true } })
    await calls.connect(keysOf(shop))
    await calls.choose({ service: 'stripe' })
    expect((await refusal(calls.choose({ service: 'test' }))).code).toBe('card-service.only-simulated')
    expect(await service()).toBe('stripe')
  })

  test('a live merchant cannot use an account that may not charge', async () => {
    const { shop, calls, service } = await shopWithAdmin({
      connected: false,
      settings: { livemode: true, chargesEnabled: false },
    })
    await calls.connect(keysOf(shop))
    expect((await refusal(calls.choose({ service: 'stripe' }))).code).toBe('card-service.charges-disabled')
    expect(await service()).toBe('test')
  })
})

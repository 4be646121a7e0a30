import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { cardConnection, membership, merchant, reconciliation, user } from '@/db/schema'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { readDuring } from '@/test/race'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { contextNow, testWorld } from '@/test/world'
import { addAddress } from '../callback/addresses'
import { chooseService } from '../card/choose-service'
import { connectCardService } from '../card/connection'
import { receiveNotice } from '../card/notices'
import { later, minutes } from '../core/clock'
import { changeMerchant } from '../merchant/change-merchant'
import { type GoLiveItem, goLive, type InstallationFacts } from './go-live'

const world = testWorld()

const bare: InstallationFacts = {
  baseUrl: 'http://localhost:3000',
  sendsMail: false,
  mailFrom: 'Kassa <kassa@localhost>',
  embedded: true,
}
const ready: InstallationFacts = {
  baseUrl: 'https://pay.example.com',
  sendsMail: true,
  mailFrom: 'Shop <shop@example.com>',
  embedded: false,
}

/** Returns the items that are done, as the data is now. */
async function done(shop: StripeMerchant, installation = bare): Promise<GoLiveItem[]> {
  const context = { ...(await contextNow(world, shop)), cards: shop.context.cards }
  const { items } = await goLive(context, installation)
  return items.filter(({ state }) => state === 'done').map(({ item }) => item)
}

const connect = (shop: StripeMerchant) =>
  connectCardService(shop.context, {
    service: 'stripe',
    secret: shop.double.secretKey,
    publishable: shop.double.publishableKey,
  })

test('a new merchant on a new installation has everything to do', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  expect(await done(shop)).toEqual([])
})

test('a key that was revoked at the card service is found out when the checklist is opened', async () => {
  const shop = await stripeMerchant(world, { settings: { livemode: true } })
  expect(await done(shop)).toContain('keys')
  shop.double.operate('revoke-key', { key: shop.double.secretKey })
  // The keys were checked just now.
  expect(await done(shop)).toContain('keys')
  await world.runtime.db
    .update(cardConnection)
    .set({ checked: later(world.clock.now(), -minutes(2)) })
    .where(eq(cardConnection.merchantId, shop.merchant))
  expect(await done(shop)).not.toContain('keys')
})

test('the address must be public and https, and mail needs a sender', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  expect(await done(shop, ready)).toEqual(['address', 'mail'])
  for (const baseUrl of [
    'http://pay.example.com',
    'https://localhost:3000',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.7',
    'https://pay.internal',
  ])
    expect(await done(shop, { ...ready, baseUrl })).toEqual(['mail'])
  expect(await done(shop, { ...ready, mailFrom: bare.mailFrom })).toEqual(['address'])
})

test('the account must be connected, enabled and chosen', async () => {
  const shop = await stripeMerchant(world, { connected: false, settings: { chargesEnabled: false } })
  await connect(shop)
  expect(await done(shop)).toEqual([])
  shop.double.operate('settings', { chargesEnabled: true })
  await connect(shop)
  expect(await done(shop)).toEqual(['keys'])
  await chooseService(shop.context, 'stripe')
  expect(await done(shop)).toEqual(['keys', 'service'])
})

test('a key that the card service no longer accepts undoes the connection', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  await connect(shop)
  await chooseService(shop.context, 'stripe')
  const { db } = world.runtime
  await db
    .update(cardConnection)
    .set({ refusal: { problem: 'key not valid' } })
    .where(eq(cardConnection.merchantId, shop.merchant))
  expect(await done(shop)).toEqual(['service'])
})

test('a notice must have arrived at the service in use', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  await connect(shop)
  await chooseService(shop.context, 'stripe')
  expect(await done(shop)).toEqual(['keys', 'service'])
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'charge.captured',
    data: { object: { id: 'ch_1' } },
  })
  const [endpoint] = shop.double.state.webhookEndpoints.newest()
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: shop.double.state.secrets.get(endpoint?.id ?? '') ?? '',
  })
  const received = await receiveNotice(
    { ...world.runtime, cards: shop.context.cards },
    { merchantId: shop.merchant, service: 'stripe', raw: Buffer.from(payload), header: () => signature },
  )
  expect(received).toBe(true)
  expect(await done(shop)).toEqual(['keys', 'service', 'notices'])
})

test('the last comparison of the books must have ended, with no difference open', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  const { db } = world.runtime
  const merchantId = shop.merchant
  const run = (id: string, started: Date) => ({
    merchantId,
    id,
    cause: 'daily' as const,
    rangeFrom: started,
    started,
  })
  const ended = new Date()
  await db.insert(reconciliation).values({ ...run('one', new Date(0)), finished: ended })
  expect(await done(shop)).toEqual(['reconciliation'])
  await db.insert(reconciliation).values(run('two', ended))
  expect(await done(shop)).toEqual([])
  const finish = (set: object) =>
    db.update(reconciliation).set(set).where(eq(reconciliation.merchantId, merchantId))
  await finish({ finished: ended, error: 'The service did not respond' })
  expect(await done(shop)).toEqual([])
  await finish({ error: null })
  expect(await done(shop)).toEqual(['reconciliation'])
  await db.execute(sql`insert into difference (merchant_id, service, key, kind, state, details, adoptable, found, changed)
    values (${merchantId}, 'stripe', 'k', 'amount', 'open', '{}', false, now(), now())`)
  expect(await done(shop)).toEqual([])
})

test('a comparison that ends while the list is read counts with the difference that it found', async () => {
  const { db } = world.runtime
  const { merchant: merchantId, ...shop } = await stripeMerchant(world, { connected: false })
  const started = new Date()
  const run = { merchantId, id: 'run', cause: 'user', rangeFrom: started, started } as const
  await db.insert(reconciliation).values(run)
  const shown = await readDuring(db, {
    table: reconciliation,
    read: () => done({ ...shop, merchant: merchantId }),
    change: async (tx) => {
      await tx.execute(sql`insert into difference (merchant_id, service, key, kind, state, details, adoptable, found, changed)
        values (${merchantId}, 'stripe', 'k', 'amount', 'open', '{}', false, now(), now())`)
      const ofMerchant = eq(reconciliation.merchantId, merchantId)
      await tx.update(reconciliation).set({ finished: started }).where(ofMerchant)
    },
  })
  expect(shown).toEqual([])
})

test('every owner needs a second factor, and other members do not', async () => {
  const { db } = world.runtime
  const shop = await stripeMerchant(world, { connected: false })
  await newMember(world.runtime, shop.merchant, 'viewer')
  const second = await newMember(world.runtime, shop.merchant, 'owner')
  const members = await db.select().from(membership).where(eq(membership.merchantId, shop.merchant))
  const first = members.find(({ role, userId }) => role === 'owner' && userId !== second.userId)
  const turnOn = (id = '') => db.update(user).set({ totpSince: new Date() }).where(eq(user.id, id))
  await turnOn(second.userId)
  expect(await done(shop)).toEqual([])
  await turnOn(first?.userId)
  expect(await done(shop)).toEqual(['secondFactor'])
})

test('callbacks and a support address count when they are there', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  await addAddress(shop.context, { url: 'https://shop.example/callbacks' })
  await world.runtime.db
    .update(merchant)
    .set({ branding: { supportEmail: 'help@example.com' } })
    .where(eq(merchant.id, shop.merchant))
  expect(await done(shop)).toEqual(['callbacks', 'contact'])
})

test('documents need the company details, and the list says which are missing', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  const { settings, report } = await dashboardAs(world.runtime, shop.merchant, 'admin')
  const { missing } = await report.goLive()
  expect(missing).toEqual([
    'legal name',
    'street',
    'postal code',
    'city',
    'organisation number',
    'VAT number',
  ])
  const address = { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm' }
  await settings.change({ company: { legalName: 'Roastery AB', organisationNumber: '556012-3456', address } })
  expect((await report.goLive()).missing).toEqual(['VAT number'])
  expect(await done(shop)).toEqual([])
  await settings.change({ company: { vatNumber: 'SE 556012-3456 01' } })
  expect(await done(shop)).toEqual(['company'])
  await settings.change({ company: { vatNumber: null, withoutVat: true } })
  expect(await done(shop)).toEqual(['company'])
})

test('orders without items need a default VAT rate, which can be 0', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  await changeMerchant(shop.context, { bookkeeping: { defaultVat: 0 } })
  expect(await done(shop)).toEqual(['vat'])
})

test('backups are left to people, and viewers see the list', async () => {
  const shop = await stripeMerchant(world, { connected: false })
  const session = await newMember(world.runtime, shop.merchant, 'viewer')
  const { items } = await dashboard(world.runtime, session, shop.merchant).report.goLive()
  expect(items.find(({ item }) => item === 'backup')?.state).toBe('yourself')
})

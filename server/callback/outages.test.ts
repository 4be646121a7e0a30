import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackOutage, merchant, notification } from '@/db/schema'
import { newMember } from '@/test/members'
import { mailsTo, teamMailsOf } from '@/test/people-mail'
import { addCallbacks, letWait } from '@/test/receiver'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours, minutes } from '../core/clock'
import { addAddress } from './addresses'
import { claim } from './claim'
import { addressHealth } from './health'
import { announceOutages } from './outages'
import { type DeliveryOutcome, record } from './record'

const world = testWorld()
const url = 'https://shop.example/callbacks'

/** Tries the next callback to an address of a merchant. Returns when that was. */
async function attempt(shop: TestMerchant, outcome: Partial<DeliveryOutcome>): Promise<Date> {
  const { db } = world.runtime
  await letWait(shop)
  const [claimed] = await claim(db, [{ merchantId: shop.merchant, url, room: 1 }])
  if (!claimed) throw new Error('Nothing was due')
  const date = world.clock.now()
  await record(db, claimed, { date, ms: 5, ...outcome })
  return date
}

/** Notifies of outages, with two workers at once, and makes the mail due. */
async function announce() {
  await Promise.all([announceOutages(world.runtime), announceOutages(world.runtime)])
  world.clock.advance(minutes(3))
}

const teamMails = async (shop: TestMerchant) =>
  (await teamMailsOf(world.runtime, shop.merchant)).map(({ to, data }) => ({ to, ...data }))

test('the team is notified once of an address that has failed for an hour, and once when it works again', async () => {
  const shop = await world.newMerchant()
  const admin = await newMember(world.runtime, shop.merchant, 'admin')
  for (const role of ['support', 'viewer'] as const) await newMember(world.runtime, shop.merchant, role)
  await addAddress(shop.context, { url })
  const [first] = await addCallbacks(shop, url, { times: 4 })
  expect(first).toBeDefined()
  const began = await attempt(shop, { status: 500, responseBody: 'down' })
  world.clock.advance(minutes(59))
  await announce()
  expect(await teamMails(shop)).toEqual([])

  await attempt(shop, { error: 'The host did not respond.' })
  await announce()
  const known = await teamMails(shop)
  // The owner and the admin.
  expect(known).toHaveLength(2)
  expect(known).toContainEqual(
    expect.objectContaining({
      ...{ to: admin.email, what: 'callbacks failing', url, since: began.toISOString(), count: 1 },
      why: 'The host did not respond.',
      link: `http://kassa.test/dashboard/${shop.merchant}/events/callbacks`,
    }),
  )
  world.clock.advance(hours(3))
  await attempt(shop, { status: 500 })
  await announce()
  expect(await teamMails(shop)).toHaveLength(2)
  const { own } = await addressHealth(shop.context)
  expect(own).toMatchObject([
    { url, types: null, outage: { since: began, reason: 'Response 500' }, delivered: 0, waiting: 4 },
  ])

  // It works intermittently: one outage, until it works while the worker looks.
  await attempt(shop, { status: 200 })
  await attempt(shop, { status: 500 })
  await announce()
  expect(await teamMails(shop)).toHaveLength(2)
  await attempt(shop, { status: 200 })
  await announce()
  const after = await teamMails(shop)
  expect(after).toHaveLength(4)
  expect(after).toContainEqual(
    expect.objectContaining({ to: admin.email, what: 'callbacks working', since: began.toISOString() }),
  )
  expect(await mailsTo(world.runtime, admin.email, 'team-digest')).toEqual([])
  expect(await addressHealth(shop.context)).toMatchObject({ own: [{ outage: null, delivered: 2 }] })
})

test('short outages and those of other merchants notify nobody', async () => {
  const shop = await world.newMerchant()
  const other = await world.newMerchant()
  await addCallbacks(shop, url, { times: 4 })
  await attempt(shop, { status: 500 })
  world.clock.advance(minutes(50))
  await attempt(shop, { status: 200 })
  await attempt(shop, { status: 500 })
  world.clock.advance(minutes(20))
  await announce()
  await attempt(shop, { status: 204 })
  await announce()
  for (const { merchant: id } of [shop, other])
    expect(await world.runtime.db.$count(notification, eq(notification.merchantId, id))).toBe(0)
  expect(await world.runtime.db.$count(callbackOutage, eq(callbackOutage.merchantId, shop.merchant))).toBe(0)
})

test('an outage without further failures for a day is over: the team is notified of the next one', async () => {
  const shop = await world.newMerchant()
  await newMember(world.runtime, shop.merchant, 'admin')
  await addCallbacks(shop, url, { times: 4 })
  const fail = async () => {
    const since = await attempt(shop, { status: 500 })
    world.clock.advance(hours(1))
    await announce()
    return since
  }
  await fail()
  world.clock.advance(days(30))
  const since = await fail()
  const known = await world.runtime.db
    .select()
    .from(notification)
    .where(eq(notification.merchantId, shop.merchant))
  // The owner and the admin.
  expect(known).toHaveLength(4)
  expect(
    known.filter(({ subject }) => 'since' in subject && subject.since === since.toISOString()),
  ).toHaveLength(2)
})

test('many failing addresses are one notification, and health shows a few', async () => {
  const shop = await world.newMerchant()
  await world.runtime.db
    .update(merchant)
    .set({ callbacks: [url] })
    .where(eq(merchant.id, shop.merchant))
  // Begins an hour: what happens many times is counted by the hour.
  world.clock.advance(hours(1) - (world.clock.now().getTime() % hours(1)))
  const since = world.clock.now()
  await world.runtime.db.insert(callbackOutage).values(
    Array.from({ length: 600 }, (_, place) => ({
      ...{ merchantId: shop.merchant, url: `${url}/${place}`, since, latest: since, status: 500 },
    })),
  )
  world.clock.advance(hours(1))
  await announce()
  expect(await teamMails(shop)).toMatchObject([{ what: 'callbacks failing', count: 600 }])
  const { own, others } = await addressHealth(shop.context)
  expect(own).toMatchObject([{ url, outage: null, finished: 0, waiting: 0, nextAttempt: null }])
  expect(others).toHaveLength(20)
  const { context } = await world.newMerchant()
  expect(await addressHealth(context)).toEqual({ own: [], others: [] })
})

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { declining, mailsOf, move, payer, shopOn, subscribe } from '@/test/billing'
import { call, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { addDays, dayIn, dayOf, lengthOfMonth, monthOf } from '../model/calendar'
import type { Card } from '../model/card/schemas'
import { remindAll } from './run-all'

const world = testWorld()

/** Creates a merchant with a payer whose card expires this month while a subscription continues, or on its last day. */
async function shopToRemind({ ends = false } = {}): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  const today = dayOf(world.clock.now(), shop.row.timeZone)
  const month = monthOf(today)
  const expires = [(month % 12) + 1, Math.floor(month / 12) % 100]
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { pan: visa, expires, csc: '987' })
  const account = await payer(shop)
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card: body.token })
  const last = dayIn(month, lengthOfMonth(month))
  const terms = ends ? { start: today, end: last } : { start: addDays(today, lengthOfMonth(month)) }
  await subscribe(shop, account, terms)
  return shop
}

test('a merchant whose reminders cannot be written does not stop those of others', async () => {
  const shops = [await shopToRemind(), await shopToRemind(), await shopToRemind()]
  const { db } = world.runtime
  const broken = sql.raw(
    `check (merchant_id <> '${shops[1]?.merchant}' or template <> 'card-expiring') not valid`,
  )
  await db.execute(sql`alter table mail add constraint broken ${broken}`)
  await remindAll(world.runtime)
  const reminders = ({ merchant }: TestMerchant) =>
    db.$count(mail, and(eq(mail.merchantId, merchant), eq(mail.template, 'card-expiring')))
  expect(await Promise.all(shops.map(reminders))).toEqual([1, 0, 1])
})

test('sends one reminder 30 days before a card expires, and one 3 days before the first payment that it misses', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const account = await payer(shop)
  const { body } = await call<{ token: string }>(shop.publicKey, 'POST', '/card', {
    pan: visa,
    expires: [6, 27],
    csc: '987',
  })
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card: body.token })
  await subscribe(shop, account, { schedule: 'quarterly', start: '2027-02-15' })
  const sent: [string, unknown][] = []
  let before = 0
  for (const day of ['05-30', '05-31', '06-01', '06-30', '08-11', '08-12', '08-14']) {
    await move(shop, { to: `2027-${day}` })
    const reminders = (await mailsOf(shop)).filter(({ template }) => template === 'card-expiring')
    for (const { data } of reminders.slice(before)) sent.push([day, data])
    before = reminders.length
  }
  const card = { scheme: 'visa', last4: '1111', expires: [6, 27] }
  const data = { card, lastDay: '2027-06-30', due: '2027-08-15' }
  expect(sent).toMatchObject([
    ['05-31', data],
    ['08-12', data],
  ])
})

/** Adds a card that expires at the end of a month, and becomes the default or renews the existing card. */
async function addCard(
  shop: TestMerchant,
  account: { id: string },
  expires: [number, number],
  pan = visa,
): Promise<void> {
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { pan, expires, csc: '987' })
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card: body.token })
}

const remindersOf = async (shop: TestMerchant) =>
  (await mailsOf(shop)).filter(({ template }) => template === 'card-expiring').map(({ data }) => data)

test('a payment on the last day of a card is not missed', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop)
  await addCard(shop, account, [6, 27])
  await subscribe(shop, account, { schedule: { frequency: 'yearly', offset: [5, -1] } })
  await move(shop, { to: '2027-06-30' })
  const [reminder, ...others] = await remindersOf(shop)
  expect(others).toEqual([])
  expect(reminder).toMatchObject({
    card: { scheme: 'visa', last4: '1111', expires: [6, 27] },
    lastDay: '2027-06-30',
  })
  expect(reminder).not.toHaveProperty('due')
})

test('a renewed card has its own reminder when it expires again', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop)
  await addCard(shop, account, [5, 27])
  await subscribe(shop, account, { start: '2028-01-01' })
  await move(shop, { to: '2027-05-05' })
  await addCard(shop, account, [7, 27])
  await move(shop, { to: '2027-07-20' })
  expect(await remindersOf(shop)).toMatchObject([{ lastDay: '2027-05-31' }, { lastDay: '2027-07-31' }])
})

test('nobody is reminded of a card that no payment will miss', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const [ending, suspended, charged] = [await payer(shop), await payer(shop), await payer(shop)]
  for (const account of [ending, charged]) await addCard(shop, account, [6, 27])
  await addCard(shop, suspended, [6, 27], declining)
  await subscribe(shop, ending, { start: '2027-05-10', end: '2027-06-10' })
  await subscribe(shop, suspended, { start: '2027-05-10' })
  await subscribe(shop, charged, { start: '2027-05-10', end: '2027-07-10' })
  await move(shop, { to: '2027-07-09' })
  const isReminder = and(eq(mail.merchantId, shop.merchant), eq(mail.template, 'card-expiring'))
  const reminded = await world.runtime.db.select().from(mail).where(isReminder)
  expect(reminded.map(({ accountId }) => accountId)).toEqual([charged.id, charged.id])
})

test('a card that lasts as long as the subscription needs no reminder', async () => {
  const shop = await shopToRemind({ ends: true })
  await remindAll(world.runtime)
  expect((await mailsOf(shop)).map(({ template }) => template)).not.toContain('card-expiring')
})

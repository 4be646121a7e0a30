import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Card } from '../card/schemas'
import { addDays, dayOf, lengthOfMonth, monthOf } from '../clock/calendar'
import { remindAll } from './run-all'

const world = testWorld()

/** A merchant with a payer whose card expires this month while a subscription goes on. */
async function shopToRemind(): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  const today = dayOf(world.clock.now(), shop.row.timeZone)
  const month = monthOf(today)
  const expires = [(month % 12) + 1, Math.floor(month / 12) % 100]
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { pan: visa, expires, csc: '987' })
  const { id } = await accountWith(shop)
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, { email: 'jane@example.com' })
  await call(shop.privateKey, 'POST', `/account/${id}/method`, { type: 'token', card: body.token })
  const terms = {
    items: 100,
    currency: 'SEK',
    schedule: 'monthly',
    start: addDays(today, lengthOfMonth(month)),
  }
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  return shop
}

test('a merchant whose reminders cannot be written holds up no other', async () => {
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

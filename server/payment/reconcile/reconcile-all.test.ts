import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderOf } from '@/test/call'
import { newMember } from '@/test/members'
import { mailsTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { mailNotifications } from '../../team/mail-notifications'
import { reconcileAll } from './reconcile-all'

const world = testWorld()

test('mails the team once about each difference, and a broken merchant does not stop the others', async () => {
  const [broken, shop] = [await world.newMerchant(), await world.newMerchant()]
  const admin = await newMember(world.runtime, shop.merchant, 'admin')
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  await orderOf(broken, 10)
  await orderOf(shop, 10)
  const { cards } = world.runtime
  const service = cards.named('test')
  const payment = (named: { merchantId: string; reference: string }) =>
    named.merchantId === broken.merchant ? Promise.reject(new Error('away')) : service.books.payment(named)
  const adapter = { ...service, books: { ...service.books, payment } }
  const failing = { ...world.runtime, cards: { ...cards, all: [adapter], named: () => adapter } }
  const errors: string[] = []
  const run = async () => {
    await reconcileAll(failing, (_, merchantId) => errors.push(merchantId))
    await mailNotifications(world.runtime)
  }

  await run()
  expect(errors).toEqual([])
  expect(await mailsTo(world.runtime, admin.email, 'team-notice')).toEqual([])
  await world.runtime.db.execute(sql`update acquirer_entry set amount = amount + 1, captured = captured + 1`)
  await run()
  await run()
  expect(new Set(errors)).toEqual(new Set([broken.merchant]))
  const [mail, ...others] = await mailsTo(world.runtime, admin.email, 'team-notice')
  expect(mail).toMatchObject({ data: { what: 'differences', count: 2 } })
  expect(others).toEqual([])
  expect(await mailsTo(world.runtime, viewer.email, 'team-notice')).toEqual([])
})

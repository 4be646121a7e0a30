import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispute, subscription } from '@/db/schema'
import { payer, subscribe } from '@/test/billing'
import { call, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import { addDays, dayOf } from '../model/calendar'
import { accountHistory } from './account-history'

const world = testWorld()

test('shows a subscription whose lines were stored under earlier rules', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop)
  await subscribe(shop, account)
  // A name like this was accepted once and is refused now.
  const items = { name: '4111 1111 1111 1111', price: 100 }
  await world.runtime.db.update(subscription).set({ items }).where(eq(subscription.merchantId, shop.merchant))
  const { rows } = await accountHistory(shop.context, { accountId: account.id, limit: 10 })
  expect(rows.find(({ kind }) => kind === 'subscription')?.facts).toMatchObject({ items })
})

test('shows the opening and the decision of disputes among the other entries, page by page', async () => {
  const shop = await world.newMerchant()
  const [account, other] = [await payer(shop, visa), await payer(shop, visa)]
  const disputeOf = async (accountId: string, id: string, some: Partial<typeof dispute.$inferInsert>) => {
    const payment = { type: 'account', account: accountId }
    const input = { number: `T-${id}`, items: 100, currency: 'SEK', payment }
    const { body } = await call<{ id: string }>(shop.privateKey, 'POST', '/order', input)
    await world.runtime.db.insert(dispute).values({
      ...{ merchantId: shop.merchant, service: 'stripe', id, authorisation: id, orderId: body.id },
      ...{ amount: 4_000n, currency: 'SEK', reason: 'fraud', state: 'needs response', isInquiry: false },
      opened: new Date('2026-11-02T12:00:00Z'),
      ...some,
    })
  }
  await disputeOf(account.id, 'won', { state: 'won', decided: new Date('2026-11-04T12:00:00Z') })
  await disputeOf(account.id, 'open', { opened: new Date('2026-11-03T12:00:00Z') })
  await disputeOf(other.id, 'other', {})
  const found: unknown[] = []
  let after: string | undefined
  do {
    const page = await accountHistory(shop.context, { accountId: account.id, limit: 1, after })
    for (const { kind, facts } of page.rows)
      if (kind === 'dispute' || kind === 'disputeDecided') found.push([kind, facts])
    after = page.next
  } while (after !== undefined)
  const won = { id: 'won', number: 'T-won', state: 'won', amount: '4000', reason: 'fraud' }
  expect(found).toMatchObject([
    ['disputeDecided', { ...won, decided: new Date('2026-11-04T12:00:00Z') }],
    ['dispute', { id: 'open', decided: null }],
    ['dispute', { ...won, opened: new Date('2026-11-02T12:00:00Z') }],
  ])
})

test('names who ended a subscription, and the day of an end that a member has set', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const [own, theirs, set] = [
    await subscribe(shop, account),
    await subscribe(shop, account),
    await subscribe(shop, account),
  ]
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  await call(body.key, 'DELETE', `/account/me/subscription/${theirs.id}`)
  await call(shop.privateKey, 'DELETE', `/account/${account.id}/subscription/${own.id}`)
  const member = await newMember(world.runtime, shop.merchant, 'support')
  const on = addDays(dayOf(world.clock.now(), shop.context.merchant.timeZone), 9)
  await dashboard(world.runtime, member, shop.merchant).subscription.end({
    account: account.id,
    id: set.id,
    on,
  })
  const { rows } = await accountHistory(shop.context, { accountId: account.id, limit: 20 })
  const found = rows.flatMap(({ kind, facts }) =>
    kind === 'subscriptionEnded'
      ? [[facts.id, facts.endedBy]]
      : kind === 'action'
        ? [[facts.subject, facts.endsOn]]
        : [],
  )
  expect(Object.fromEntries(found)).toEqual({
    [own.id]: 'merchant',
    [theirs.id]: 'customer',
    [`${account.id}/${set.id}`]: on,
  })
})

test('says which subscription a member has planned to change, to what and from when', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account, { items: { name: 'Tea', price: 112 } })
  const { subscription, metadata } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const from = addDays(dayOf(world.clock.now(), shop.context.merchant.timeZone), 9)
  const items = { name: 'Green tea', price: 168 }
  await subscription.plan({ account: account.id, id, plan: { from, items } })
  await metadata.replace({ subject: 'account', id: account.id, metadata: { shop: 'Berlin' } })
  const { rows } = await accountHistory(shop.context, { accountId: account.id, limit: 2 })
  expect(rows.map(({ facts }) => facts)).toMatchObject([
    { action: 'metadata.replace', subscription: null, planned: null },
    {
      action: 'subscription.plan',
      subscription: { id, items: { name: 'Tea' } },
      planned: { from, amount: '16800', currency: 'SEK' },
    },
  ])
})

test('an event of an order without a number has what names the order: its due date and first line', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  await subscribe(shop, account, { items: { name: 'Coffee', price: 100 } })
  await billAll(shop.context)
  const payment = { type: 'account', account: account.id }
  await call(shop.privateKey, 'POST', '/order', { number: 'T-1', items: 50, currency: 'SEK', payment })
  const { rows } = await accountHistory(shop.context, { accountId: account.id, limit: 20 })
  const found = rows.flatMap(({ kind, facts }) =>
    kind === 'order' && facts.type === 'order' ? [[facts.number, facts.due, facts.firstLine]] : [],
  )
  const today = dayOf(world.clock.now(), shop.context.merchant.timeZone)
  expect(found).toEqual([
    ['T-1', null, null],
    [null, today, 'Coffee'],
  ])
})

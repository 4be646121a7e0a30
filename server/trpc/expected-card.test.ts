import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { order } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { type dashboard, dashboardAs } from '@/test/members'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'

const world = testWorld()

let shop: TestMerchant
let member: ReturnType<typeof dashboard>
beforeEach(async () => {
  shop = await world.newMerchant()
  member = await dashboardAs(world.runtime, shop.merchant, 'support')
})

const conflict = {
  code: 'CONFLICT',
  details: { content: { description: expect.stringContaining('Reload the page') } },
}

/** An account with two cards, the first as the default. */
async function twoCards() {
  const { id } = await accountWith(shop, visa, '5555555555554444')
  const [first = '', second = ''] = (await member.account.get({ id })).cards.map((card) => card.id)
  return { id, first, second }
}

test('an order is not charged to a card other than the confirmed one', async () => {
  const { id, first, second } = await twoCards()
  const wanted = { id, items: 100, currency: 'SEK', charge: true, expected: 10_000n, card: first }
  const pressed = { ...wanted, attempt: crypto.randomUUID() }
  const { orderId } = await member.account.order(pressed)
  await member.account.makeDefault({ id, card: second })
  await expect(member.account.order({ ...wanted, attempt: crypto.randomUUID() })).rejects.toMatchObject(
    conflict,
  )
  // The response to the first press was lost, and its order exists.
  expect(await member.account.order(pressed)).toMatchObject({ orderId })
  const rows = await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant))
  expect(rows).toMatchObject([{ last4: '1111', charged: 10_000n }])
})

/** An account that owes 100 SEK for a subscription. */
async function debtor(...cards: string[]) {
  const { id: account } = await accountWith(shop, '4000000000000341', ...cards)
  const { id } = await member.subscription.add({
    ...{ account, attempt: crypto.randomUUID() },
    subscription: { items: 100, currency: 'SEK', schedule: 'monthly' },
  })
  await runBilling(shop.context)
  return { account, id }
}

test('an unpaid order is not charged to a card other than the confirmed one', async () => {
  const { account, id } = await debtor()
  await world.runtime.db.execute(
    sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${shop.merchant}`,
  )
  const { unpaid, account: payer } = await member.subscription.get({ account, id })
  const orders = unpaid.map(({ orderId, amount }) => ({ orderId, amount }))
  const pay = (card: string | null) =>
    member.subscription.payNow({ account, id, attempt: crypto.randomUUID(), orders, card })
  // The page showed no card, or another one.
  for (const card of [null, account])
    expect(await pay(card)).toMatchObject({
      charged: [],
      refusal: { description: expect.stringContaining('Reload the page') },
    })
  expect(await pay(payer.card?.id ?? null)).toEqual({ charged: orders, refusal: undefined })
})

test('a card that becomes the default is not charged more than the dialog showed', async () => {
  const { account: id } = await debtor(visa)
  const [first = '', second = ''] = (await member.account.get({ id })).cards.map((card) => card.id)
  const owed = (amount: bigint) => [{ currency: 'SEK', amount }]
  await expect(member.account.makeDefault({ id, card: second, owed: owed(9_999n) })).rejects.toMatchObject(
    conflict,
  )
  await expect(member.account.removeCard({ id, card: first, owed: [] })).rejects.toMatchObject(conflict)
  await member.account.removeCard({ id, card: first, owed: owed(10_000n) })
  expect(await member.account.get({ id })).toMatchObject({ cards: [{ id: second }], unpaid: [] })
})

test('a card is not removed if another one has become the default since', async () => {
  const { id, first, second } = await twoCards()
  await member.account.makeDefault({ id, card: second })
  const remove = (expected: string[]) => member.account.removeCard({ id, card: second, expected })
  await expect(remove([first, second])).rejects.toMatchObject(conflict)
  await remove([second, first])
  expect((await member.account.get({ id })).cards).toMatchObject([{ id: first }])
  // Pressed again after a lost response.
  await expect(remove([second, first])).rejects.toThrow('The account no longer has this card.')
})

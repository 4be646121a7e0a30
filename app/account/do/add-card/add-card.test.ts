import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { merchant } from '@/db/schema'
import { createAccountKey } from '@/server/account/account-key'
import type { Account } from '@/server/model/account'
import { readAccount } from '@/server/store/accounts'
import { postForm } from '@/test/account-form'
import { call } from '@/test/call'
import { stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { POST as addCard } from './route'

const world = testWorld()

/** A customer of a merchant that uses Stripe. */
async function customer() {
  const shop = await stripeMerchant(world)
  const { cards } = world.runtime
  world.runtime.cards = shop.context.cards
  onTestFinished(() => {
    world.runtime.cards = cards
  })
  await world.runtime.db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
  const { id } = (await call<Account>(shop.privateKey, 'POST', '/account', { method: [] })).body
  const { key } = await createAccountKey(shop.context, id)
  const add = async (fields: Record<string, string>) =>
    (await postForm(addCard, key, fields)).headers.get('location')
  return { shop, add, cards: async () => (await readAccount(shop.context, id)).methods }
}

test('adds a card by its reference at the card service', async () => {
  const { add, cards } = await customer()
  expect(await add({ reference: 'pm_card_visa' })).toBe('/account/cards?note=added')
  expect(await cards()).toMatchObject([{ service: 'stripe', scheme: 'visa', last4: '4242' }])
})

test('leads to the bank if the card asks for 3-D Secure', async () => {
  const { add, cards } = await customer()
  expect(await add({ reference: 'pm_card_authenticationRequired' })).toBe('/account/cards/verify')
  expect(await cards()).toEqual([])
})

test.each([
  ['pm_card_chargeDeclined', 'decline.plain'],
  ['pm_nothing', 'new.stale'],
  ['4242', 'new.stale'],
])('explains why %s cannot be added', async (reference, problem) => {
  const { add, cards } = await customer()
  expect(await add({ reference })).toBe(`/account/cards/new?problem=${problem}`)
  expect(await cards()).toEqual([])
})

test('says that nothing was added when the card service does not respond', async () => {
  const { shop, add, cards } = await customer()
  await shop.double.stop()
  expect(await add({ reference: 'pm_card_visa' })).toBe('/account/cards/new?problem=new.failed')
  expect(await cards()).toEqual([])
})

test('accepts no card number', async () => {
  const { add } = await customer()
  expect(await add({ number: '4111111111111111', expires: '12/30', csc: '987' })).toBe(
    '/account/cards/new?problem=new.elsewhere',
  )
})

import { expect, test } from 'vitest'
import { move, payer, shopOn, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { methodsOf } from '../store/accounts'
import { owedBy, willBeDeclined } from './owed'

const world = testWorld()

/** The year in which the cards of tests expire, in December. */
const lastYear = new Date().getUTCFullYear() + 3

test('a card that has expired will be declined, another one may not be', async () => {
  const shop = await shopOn(world, `${lastYear}-12-15`)
  const account = await payer(shop, visa)
  await subscribe(shop, account)
  const card = await tokenFor(shop, '5555555555554444')
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  await move(shop, { to: `${lastYear + 1}-01-15T12:00:00Z` })
  const context = await contextNow(world, shop)
  const [owed] = await owedBy(context, account.id)
  const [first, second] = await methodsOf(context, account.id)
  if (!owed || !first || !second) throw new Error('Nothing is owed, or a card is missing')
  expect(owed.code).toBe('card expired')
  expect([first, second].map((each) => willBeDeclined(owed, each))).toEqual([true, false])
  // The same card may be charged after other failures.
  expect(willBeDeclined({ ...owed, code: 'insufficient funds' }, first)).toBe(false)
  // Its bank has replaced it.
  expect(willBeDeclined(owed, { ...first, expires: [12, 99] })).toBe(false)
  expect(willBeDeclined(owed, { ...first, last4: '0000' })).toBe(false)
  // Payers do not learn that a card was reported.
  expect(willBeDeclined({ ...owed, code: 'card lost or stolen' }, first)).toBe(false)
})

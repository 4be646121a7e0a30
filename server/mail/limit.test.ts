import { beforeEach, expect, test } from 'vitest'
import { type TestMerchant, testWorld } from '@/test/world'
import { days } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { claimContinueMail, claimDeclineMail, claimEndMail, claimMail, countLoginMail } from './limit'

const world = testWorld()

let shop: TestMerchant
beforeEach(async () => {
  shop = await world.newMerchant()
})

const address = 'jane@example.com'

const five = async (claim: () => Promise<object>) => {
  for (let each = 0; each < 5; each++) expect(await claim()).toHaveProperty('id')
}

test('mail is limited by real time, however far the clock of a test merchant is moved', async () => {
  const claim = (context: Context) => claimMail(context, address, 'invitation')
  await five(() => claim(shop.context))
  const moved = contextOf(world.runtime, { ...shop.context.merchant, clockAhead: days(1) })
  expect(await claim(moved)).toHaveProperty('again')
})

test('login links that the merchant sends are never refused, and leave none for strangers to request', async () => {
  const send = () => countLoginMail(shop.context, address)
  await five(send)
  expect(await send()).toHaveProperty('id')
  expect(await claimMail(shop.context, address.toUpperCase(), 'login mail')).toHaveProperty('again')
})

test.each([
  ['the end of a subscription', claimEndMail],
  ['a subscription that continues', claimContinueMail],
] as const)('mail about %s is limited for each subscription of each account', async (_, claim) => {
  const one = { accountId: 'jane', id: 'tea' }
  await five(() => claim(shop.context, one))
  expect(await claim(shop.context, one)).toHaveProperty('again')
  for (const other of [
    { ...one, id: 'coffee' },
    { ...one, accountId: 'john' },
  ])
    expect(await claim(shop.context, other)).toHaveProperty('id')
})

test('mail about declines is limited for each order', async () => {
  await five(() => claimDeclineMail(shop.context, 'one'))
  expect(await claimDeclineMail(shop.context, 'one')).toHaveProperty('again')
  expect(await claimDeclineMail(shop.context, 'another')).toHaveProperty('id')
})

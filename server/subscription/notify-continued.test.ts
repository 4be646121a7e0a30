// @module-tag slow

import { expect, test } from 'vitest'
import { actorsOf, mailsOf, move, payer, shopOn, subscribe } from '@/test/billing'
import { call, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { endSubscription, undoEnd } from './end-subscription'

const world = testWorld()

/** A monthly subscription that its customer has ended with the period paid on 10 January. `plan`: a change planned before. */
async function leaving(own: TestMerchant, plan?: object) {
  const account = await payer(own, visa)
  const { id } = await subscribe(own, account, { number: 'S-1' })
  await move(own, { to: '2027-01-11' })
  const path = `/account/${account.id}/subscription/${id}`
  if (plan) await call(own.privateKey, 'PUT', `${path}/plan`, plan)
  const ref = { accountId: account.id, id }
  const { byMerchant, byCustomer } = actorsOf(world, own, account)
  const end = async () => endSubscription(await byCustomer(), { ...ref, on: 'period' })
  await end()
  return {
    end,
    undo: async () => undoEnd(await byCustomer(), ref),
    undoAsMerchant: async () => undoEnd(await byMerchant(), ref),
    endAsMerchant: async (on: string) => endSubscription(await byMerchant(), { ...ref, on }),
    change: (terms: object) => call(own.privateKey, 'PATCH', path, terms),
    mails: async () =>
      (await mailsOf(own)).flatMap(({ template, data }) =>
        template === 'subscription-continues' ? [data] : [],
      ),
  }
}

test('a customer who undoes an end gets a mail that states the next payment and a price that is planned', async () => {
  const planned = { items: 120, from: '2027-03-01' }
  const { undo, mails } = await leaving(await shopOn(world, '2027-01-10'), planned)
  expect(await mails()).toEqual([])
  await undo()
  // The same press again changes nothing.
  await undo()
  const later = { amount: '12000', currency: 'SEK', from: '2027-03-10' }
  expect(await mails()).toMatchObject([
    { by: 'customer', number: 'S-1', amount: '10000', due: '2027-02-10', later },
  ])
})

test.each([
  ['undoes the end', 'undoAsMerchant', undefined],
  ['sets a later end', 'endAsMerchant', '2027-06-30'],
  ['removes the end', 'change', { end: null }],
] as const)('the customer who has left gets a mail if the merchant %s', async (_, change, given) => {
  const left = await leaving(await shopOn(world, '2027-01-10'))
  await left[change](given as never)
  expect(await left.mails()).toMatchObject([
    { by: 'merchant', due: '2027-02-10', ...(change === 'endAsMerchant' && { end: '2027-06-30' }) },
  ])
})

test('other changes of a subscription that ends, and undoing an end of the merchant, send no such mail', async () => {
  const left = await leaving(await shopOn(world, '2027-01-10'))
  await left.change({ items: 120 })
  await left.change({ end: '2027-02-01' })
  await left.endAsMerchant('2027-02-05')
  await left.undoAsMerchant()
  expect(await left.mails()).toEqual([])
})

test('an end that is undone again and again sends five such mails an hour', async () => {
  const left = await leaving(await shopOn(world, '2027-01-10'))
  for (let press = 0; press < 7; press++) {
    await left.undo()
    await left.end()
  }
  expect(await left.mails()).toHaveLength(5)
})

import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { order as orders } from '@/db/schema'
import {
  accountOf,
  declining,
  mailsOf,
  move,
  ordersOf,
  payer,
  shopOn,
  statusOf,
  subscribe,
} from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { deferred } from '@/test/deferred'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { owedBy } from '../customer/owed'
import type { Account } from '../model/account'

const world = testWorld()

afterEach(() => vi.restoreAllMocks())

/** The amount decides whether this card is declined. */
const byAmount = '2221000000000009'
const noFunds = 404.13

const add = async (shop: TestMerchant, { id }: Account, pan: string, key = shop.publicKey) => {
  const card = await tokenFor({ ...shop, publicKey: shop.privateKey }, pan)
  const { status } = await call(key, 'POST', `/account/${id}/method`, { type: 'token', card })
  expect(status).toBe(201)
}

const cardsOf = async (shop: TestMerchant, account: Account) =>
  (await accountOf(shop, account)).method.map(({ last4 }) => last4)

const retryOf = async (shop: TestMerchant, account: Account) => {
  const [order] = await ordersOf(shop, account)
  return [order?.status, order?.retry, order?.payment.last4]
}

describe('a card that a public key adds to an account with a card, while something is unpaid', () => {
  test('stays the last one if it is declined, and leaves the planned retries unchanged', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, byAmount)
    await subscribe(shop, account, { items: noFunds, schedule: 'yearly' })
    const story = []
    for (const day of ['01', '02', '04', '06', '08']) {
      await move(shop, { to: `2027-05-${day}T12:00:00+02:00` })
      const before = await retryOf(shop, account)
      await add(shop, account, declining)
      expect(await retryOf(shop, account)).toEqual(before)
      story.push([...before, await statusOf(shop, account)])
    }
    expect(story).toEqual([
      [{ pending: noFunds }, '2027-05-02', '0009', 'pending'],
      [{ pending: noFunds }, '2027-05-04', '0009', 'pending'],
      [{ pending: noFunds }, '2027-05-06', '0009', 'pending'],
      [{ pending: noFunds }, '2027-05-08', '0009', 'pending'],
      [{ denied: noFunds }, undefined, '0009', 'suspended'],
    ])
    const mailed = (await mailsOf(shop)).flatMap(({ data }) => ('attempt' in data ? [data] : []))
    const counted = mailed.map(({ attempt, attempts }) => `${attempt}/${attempts}`)
    expect([...new Set(counted)]).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5'])
    expect(await cardsOf(shop, account)).toEqual(['0009', '0341'])
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('leaves a retry that is due to the default card', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, byAmount)
    await subscribe(shop, account, { items: noFunds })
    await move(shop, { to: '2027-05-01T12:00:00+02:00' })
    const isOfShop = eq(orders.merchantId, shop.merchant)
    await world.runtime.db.update(orders).set({ retryOn: '2027-05-01' }).where(isOfShop)
    await add(shop, account, declining)
    expect(await retryOf(shop, account)).toEqual([{ pending: noFunds }, '2027-05-01', '0009'])
    await move(shop, { to: '2027-05-01T13:00:00+02:00' })
    const [order] = await ordersOf(shop, account)
    expect([order?.retry, order?.event.filter(({ type }) => type === 'fail').length]).toEqual([
      '2027-05-02',
      3,
    ])
  })

  test('is named in the mail about its decline, whose reason is not shown for the card of the customer', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, byAmount)
    await subscribe(shop, account, { items: noFunds })
    await move(shop, { to: '2027-05-01T12:00:00+02:00' })
    await add(shop, account, declining)
    const named = { code: 'card declined', card: { last4: '0341' }, nextTry: '2027-05-02', attempt: 1 }
    expect((await mailsOf(shop)).at(-1)).toMatchObject({ template: 'payment-failed', data: named })
    expect(await owedBy(shop.context, account.id)).toMatchObject([{ code: 'insufficient funds' }])
  })

  test('becomes the default once it has paid, and the account is active again', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account)
    await move(shop, { to: '2027-05-09' })
    expect(await statusOf(shop, account)).toBe('suspended')
    await add(shop, account, visa)
    expect(await statusOf(shop, account)).toBe('active')
    expect(await retryOf(shop, account)).toEqual([{ charged: 100 }, undefined, '1111'])
    expect(await cardsOf(shop, account)).toEqual(['1111', '0341'])
    await move(shop, { to: '2027-06-02' })
    expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([
      { charged: 100 },
      { charged: 100 },
    ])
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('gets no mail with a link to approve it, because the link pays with the default card', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { items: 403.1 })
    await move(shop, { to: '2027-05-01T12:00:00+02:00' })
    await add(shop, account, byAmount)
    const data = { code: '3ds authentication failure', card: { last4: '0009' } }
    expect((await mailsOf(shop)).at(-1)).toMatchObject({ template: 'payment-failed', data })
  })

  describe('while its payment runs, and the customer adds another card', () => {
    /** Adds a card with the public key, and another as the customer while the first is being charged. */
    async function addBoth(tried: string, own: string) {
      const shop = await shopOn(world, '2027-05-01')
      const account = await payer(shop, declining)
      await subscribe(shop, account, { items: noFunds })
      await move(shop, { to: '2027-05-01T12:00:00+02:00' })
      const service = world.runtime.cards.named('test')
      const authorize = service.authorize.bind(service)
      const goOn = deferred<void>()
      const calls = vi.spyOn(service, 'authorize').mockImplementationOnce(async (...request) => {
        await goOn.promise
        return authorize(...request)
      })
      const adding = add(shop, account, tried)
      await expect.poll(() => calls.mock.calls.length).toBe(1)
      const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
      await add(shop, { ...account, id: 'me' }, own, body.key)
      const charge = () => {
        goOn.resolve()
        return adding
      }
      return { shop, account, charge }
    }

    test('stays the last one if it pays', async () => {
      const { shop, account, charge } = await addBoth(visa, byAmount)
      await charge()
      expect(await retryOf(shop, account)).toEqual([{ charged: noFunds }, undefined, '1111'])
      expect(await cardsOf(shop, account)).toEqual(['0009', '0341', '1111'])
      expect(await differences(world.runtime, shop.merchant)).toEqual([])
    })

    test('leaves the payment to the customer’s card if it is declined', async () => {
      const { shop, account, charge } = await addBoth(byAmount, visa)
      // As if the order had been locked when the customer added the card.
      const isOfShop = eq(orders.merchantId, shop.merchant)
      await world.runtime.db.update(orders).set({ retryOn: null }).where(isOfShop)
      await charge()
      expect(await retryOf(shop, account)).toEqual([{ pending: noFunds }, '2027-05-01', '0341'])
      await move(shop, { to: '2027-05-01T13:00:00+02:00' })
      expect(await retryOf(shop, account)).toEqual([{ charged: noFunds }, undefined, '1111'])
    })
  })
})

test('the first card that a public key adds to an unpaid account is its default even if it is declined', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop)
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-01T12:00:00+02:00' })
  await add(shop, account, declining)
  expect(await retryOf(shop, account)).toEqual([{ pending: 100 }, '2027-05-02', '0341'])
})

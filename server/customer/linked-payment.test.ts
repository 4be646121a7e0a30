import { expect, test } from 'vitest'
import { shopWithUnpaidOrder } from '@/test/billing'
import { getOrder, tokenFor } from '@/test/call'
import { racedBy } from '@/test/race'
import { contextNow, testWorld } from '@/test/world'
import { insertPaymentLinks, newPaymentLink } from '../link/payment-link'
import { methodsOf, setDefaultMethod } from '../store/accounts'
import { cardToRetry, findLinkedPayment, payLinkedOrderWith } from './linked-payment'

const world = testWorld()
const mastercard = '5555555555554444'

test('a link never charges a card other than the one that was entered on it', async () => {
  const { shop, account, order } = await shopWithUnpaidOrder(world, '2027-03-01')
  const context = await contextNow(world, shop)
  const link = newPaymentLink(context, { orderId: order.id, contact: 'jane@example.com' })
  await context.db.transaction((db) => insertPaymentLinks({ db }, [link]))
  const visit = { key: link.url.split('/').at(-1) ?? '', source: '192.0.2.7' }
  const payment = await findLinkedPayment(world.runtime, visit)
  if (payment.state !== 'open') throw new Error('The link does not lead to a payment')
  // Attempts with cards are counted for where they come from.
  expect(payment.context.source).toBe(visit.source)

  // Somebody else makes the old card the default again, just before the payment begins.
  const chooseOld = async () => {
    const [first, ...others] = await methodsOf(context, account.id)
    if (!first || others.length === 0) return
    const old = [first, ...others].find(({ scheme }) => scheme === 'visa')
    if (old) await context.db.transaction((tx) => setDefaultMethod(tx, old, [first, ...others]))
  }
  const raced = { ...payment, context: { ...payment.context, db: racedBy(payment.context.db, chooseOld) } }
  const pressed = { expected: 10_000n, returnUrl: 'http://kassa.test/pay/back' }
  expect(await payLinkedOrderWith(raced, await tokenFor(shop, mastercard), pressed)).toBe('changed')
  expect((await getOrder(shop, order.id)).status).toEqual({ pending: 100 })

  // A card that it was not tried with is not offered to be tried again.
  const cards = await methodsOf(context, account.id)
  const entered = cards.find(({ scheme }) => scheme === 'mastercard')
  if (!entered) throw new Error('The card that was entered was not stored')
  expect((await cardToRetry(payment))?.scheme).toBe('visa')
  await context.db.transaction((tx) => setDefaultMethod(tx, entered, cards))
  expect(await cardToRetry(payment)).toBeUndefined()

  expect(await payLinkedOrderWith(payment, await tokenFor(shop, mastercard), pressed)).toBe('paid')
  expect((await getOrder(shop, order.id)).payment).toMatchObject({ scheme: 'mastercard', last4: '4444' })
})

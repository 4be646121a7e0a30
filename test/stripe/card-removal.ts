import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { removedCard } from '@/db/schema'
import { removeCards } from '@/server/card/remove-cards'
import type { Account, Method } from '@/server/model/account'
import type { Card } from '@/server/model/card/schemas'
import { call } from '../call'
import type { TestMerchant, World } from '../world'
import type { StripeShops } from './stripe-shops'

/** What tests of removed cards share. No card waits when a test begins, and the double does as it is asked. */
export function cardRemoval(world: World, shops: StripeShops) {
  beforeEach(async () => {
    await world.runtime.db.delete(removedCard)
    shops.double.operate('clear-faults', {})
  })

  const tokenOf = async (shop: TestMerchant, reference: string) => {
    const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { reference })
    return { type: 'token', card: body.token }
  }

  return {
    tokenOf,

    /** Creates an account with test cards of Stripe. */
    async customer(shop: TestMerchant, ...cards: string[]): Promise<Account> {
      const method = []
      for (const card of cards) method.push(await tokenOf(shop, card))
      return (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
    },

    /** Keeps only these of an account's cards. */
    async keep(shop: TestMerchant, { id }: Account, kept: Method[] = []): Promise<void> {
      const selection = kept.map(({ token }) => ({ token }))
      const { status, text } = await call(shop.privateKey, 'PUT', `/account/${id}/method`, selection)
      if (status !== 200) throw new Error(`PUT /account/{id}/method returned ${text}`)
    },

    /** The cards that belong to the customer of an account at Stripe, by their last four digits. */
    attached: ({ id }: Account) =>
      shops.double.state.paymentMethods
        .newest()
        .filter(
          ({ customer }) => shops.double.state.customers.find(String(customer))?.metadata.account === id,
        )
        .map(({ card }) => card?.last4),

    /** How many cards have not been removed at their card services yet. */
    waiting: () => world.runtime.db.$count(removedCard),

    /** Pretends that the cards were removed longer ago. */
    age: (interval = '1 hour') =>
      world.runtime.db
        .update(removedCard)
        .set({ removed: sql`${removedCard.removed} - ${interval}::interval` }),

    /** Removes cards as the worker does, and returns the errors too. */
    async run({ cards } = world.runtime) {
      const errors: unknown[] = []
      const done = await removeCards({ ...world.runtime, cards }, (error) => errors.push(error))
      return { ...done, errors }
    },
  }
}

/** What a run returns that had no problem. */
export const removed = (count: number) => ({ removed: count, givenUp: [], errors: [] })

import * as z from 'zod'
import { findAnything } from '../search/find-anything'
import { findNamed, Named } from '../search/find-named'
import { searchedKinds } from '../search/results'
import { reading, router } from './init'

export const searchRouter = router({
  /** Searches orders, accounts, subscriptions and documents; `only` limits the kinds. */
  find: reading('viewer')
    .input(
      z.strictObject({
        text: z.string().max(200),
        only: z.array(z.enum(searchedKinds)).optional(),
      }),
    )
    .query(({ ctx: { context }, input }) => findAnything(context, input.text, input.only)),

  /** Orders, accounts and subscriptions by their ids, in the given order. Unknown ones are left out. */
  named: reading('viewer')
    .input(z.strictObject({ items: z.array(Named).max(10) }))
    .query(({ ctx: { context }, input }) => findNamed(context, input.items)),
})

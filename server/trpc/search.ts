import { z } from 'zod'
import { findAnything } from '../search/find-anything'
import { reading, router } from './init'

export const searchRouter = router({
  /** Accounts, orders and subscriptions by any of their identifiers. */
  find: reading('viewer')
    .input(z.strictObject({ text: z.string().max(200) }))
    .query(({ ctx: { context }, input }) => findAnything(context, input.text)),
})

import * as z from 'zod'
import { totalsOf } from '../model/money/money'
import { withOrderNames } from '../order/order-names'
import { DisputeSearch, listDisputes, totalDisputes } from '../settlement/disputes'
import {
  entriesOfPayout,
  listPayouts,
  PayoutSearch,
  requirePayout,
  totalPayouts,
} from '../settlement/payouts'
import { payersOf } from '../store/accounts'
import { reading, router } from './init'
import { nameOfPayer } from './name-of-payer'

const pageLength = 50
/** How many entries the page of a payout shows. The export has all of them. */
const shownEntries = 200

export const payoutRouter = router({
  list: reading('viewer')
    .input(PayoutSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, next }, sums] = await Promise.all([
        listPayouts(context, { ...input, limit: pageLength }),
        totalPayouts(context, input),
      ])
      return { payouts: rows, next, totals: totalsOf(sums) }
    }),

  get: reading('viewer')
    .input(z.strictObject({ service: z.string().max(100), id: z.string().max(200) }))
    .query(async ({ ctx: { context }, input }) => {
      // The payout is read first: its entries are stored before it is marked complete, so a complete one is shown with all of them.
      const payout = await requirePayout(context, input)
      const entries = await entriesOfPayout(context, { ...input, limit: shownEntries + 1 })
      const shown = await withOrderNames(context, entries.slice(0, shownEntries))
      return { ...payout, entries: shown, hasMore: entries.length > shownEntries }
    }),

  disputes: reading('viewer')
    .input(DisputeSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, next }, sums] = await Promise.all([
        listDisputes(context, { ...input, limit: pageLength }),
        totalDisputes(context, input),
      ])
      const [payerOf, named] = await Promise.all([payersOf(context, rows), withOrderNames(context, rows)])
      const disputes = named.map((row) => ({ ...row, payerName: nameOfPayer(payerOf(row)) }))
      return { next, totals: totalsOf(sums), disputes }
    }),
})

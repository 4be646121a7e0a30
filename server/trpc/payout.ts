import { z } from 'zod'
import { totalsOf } from '../model/money/money'
import { orderNamesOf } from '../order/order-names'
import { DisputeSearch, listDisputes, totalDisputes } from '../settlement/disputes'
import {
  entriesOfPayout,
  listPayouts,
  PayoutSearch,
  requirePayout,
  totalPayouts,
} from '../settlement/payouts'
import { accountsById } from '../store/accounts'
import { reading, router } from './init'

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
      const [payout, entries] = await Promise.all([
        requirePayout(context, input),
        entriesOfPayout(context, { ...input, limit: shownEntries + 1 }),
      ])
      const shown = entries.slice(0, shownEntries)
      const names = await orderNamesOf(
        context,
        shown.map(({ orderId }) => orderId),
      )
      return {
        ...payout,
        entries: shown.map((entry) => ({ ...entry, order: names.get(entry.orderId) })),
        hasMore: entries.length > shownEntries,
      }
    }),

  disputes: reading('viewer')
    .input(DisputeSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, next }, sums] = await Promise.all([
        listDisputes(context, { ...input, limit: pageLength }),
        totalDisputes(context, input),
      ])
      const [payers, names] = await Promise.all([
        accountsById(
          context,
          rows.flatMap(({ accountId }) => accountId ?? []),
        ),
        orderNamesOf(
          context,
          rows.map(({ orderId }) => orderId),
        ),
      ])
      return {
        next,
        totals: totalsOf(sums),
        disputes: rows.map((row) => ({
          ...row,
          order: names.get(row.orderId),
          payerName: payers.get(row.accountId ?? '')?.customer?.name,
        })),
      }
    }),
})

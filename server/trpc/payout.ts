import { z } from 'zod'
import { DisputeSearch, listDisputes } from '../settlement/disputes'
import { entriesOfPayout, listPayouts, requirePayout } from '../settlement/payouts'
import { accountsById } from '../store/accounts'
import { reading, router } from './init'

const pageLength = 50
/** How many entries the page of a payout shows. The export has all of them. */
const shownEntries = 200

export const payoutRouter = router({
  list: reading('viewer')
    .input(z.strictObject({ after: z.string().max(300).optional() }))
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listPayouts(context, { ...input, limit: pageLength })
      return { payouts: rows, next }
    }),

  get: reading('viewer')
    .input(z.strictObject({ service: z.string().max(100), id: z.string().max(200) }))
    .query(async ({ ctx: { context }, input }) => {
      const [payout, entries] = await Promise.all([
        requirePayout(context, input),
        entriesOfPayout(context, { ...input, limit: shownEntries + 1 }),
      ])
      return { ...payout, entries: entries.slice(0, shownEntries), hasMore: entries.length > shownEntries }
    }),

  disputes: reading('viewer')
    .input(DisputeSearch)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listDisputes(context, { ...input, limit: pageLength })
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return {
        next,
        disputes: rows.map((row) => ({ ...row, payerName: payers.get(row.accountId ?? '')?.customer?.name })),
      }
    }),
})

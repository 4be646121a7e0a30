import { actorsOf } from '../order/actors'
import { EventFilters, EventListQuery } from '../order/event-query'
import { listEvents } from '../order/list-events'
import { eventTotals } from '../report/event-totals'
import { payersOf } from '../store/accounts'
import { failureForMerchant } from './describe-decline'
import { reading, router } from './init'
import { nameOfPayer } from './name-of-payer'

const pageLength = 50

export const eventRouter = router({
  list: reading('viewer')
    .input(EventListQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, ...end } = await listEvents(context, { ...input, limit: pageLength })
      const [payerOf, by] = await Promise.all([payersOf(context, rows), actorsOf(context, rows)])
      return {
        ...end,
        events: rows.map((row) => ({
          ...row,
          by: by({ ...row, isBilled: row.due !== null }),
          error: failureForMerchant(row),
          payerName: nameOfPayer(payerOf(row)),
        })),
      }
    }),

  /** How many events match the filters of the list, and what they moved. */
  totals: reading('viewer')
    .input(EventFilters)
    .query(({ ctx: { context }, input }) => eventTotals(context, input)),
})

import { EventFilters, EventListQuery } from '../order/event-query'
import { listEvents } from '../order/list-events'
import { totalEvents } from '../order/sum-events'
import { type AccountRow, accountsById } from '../store/accounts'
import { actorsOf } from './actors'
import { failureForMerchant } from './describe-decline'
import { reading, router } from './init'

const pageLength = 50

const nameOf = (customer: AccountRow['customer'] | undefined) => customer?.name ?? customer?.email

export const eventRouter = router({
  list: reading('viewer')
    .input(EventListQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, ...end } = await listEvents(context, { ...input, limit: pageLength })
      const [payers, by] = await Promise.all([
        accountsById(
          context,
          rows.flatMap(({ accountId }) => accountId ?? []),
        ),
        actorsOf(context, rows),
      ])
      return {
        ...end,
        events: rows.map((row) => ({
          ...row,
          by: by({ ...row, isBilled: row.due !== null }),
          error: failureForMerchant(row.error),
          payerName: nameOf(payers.get(row.accountId ?? '')?.customer),
        })),
      }
    }),

  /** How many events match the filters of the list, and what they moved. */
  totals: reading('viewer')
    .input(EventFilters)
    .query(({ ctx: { context }, input }) => totalEvents(context, input)),
})

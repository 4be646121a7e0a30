import { EventListQuery, listEvents } from '../order/list-events'
import { accountsById } from '../store/accounts'
import { failureForMerchant } from './describe-decline'
import { reading, router } from './init'

const pageLength = 50

export const eventRouter = router({
  list: reading('viewer')
    .input(EventListQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listEvents(context, { ...input, limit: pageLength })
      const payers = await accountsById(
        context,
        rows.flatMap(({ accountId }) => accountId ?? []),
      )
      return {
        next,
        events: rows.map((row) => ({
          ...row,
          error: failureForMerchant(row.error),
          payerName: payers.get(row.accountId ?? '')?.customer?.name,
        })),
      }
    }),
})

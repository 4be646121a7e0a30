import * as z from 'zod'
import { todayOf } from '../core/clock'
import { config } from '../core/config/config'
import { nameOfAccount } from '../model/account-name'
import { currency } from '../model/fields'
import { totalsOf } from '../model/money/money'
import { daysOf, defaultPeriod } from '../model/period'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { withOrderNames } from '../order/order-names'
import { feeTotals } from '../report/fee-totals'
import { goLive } from '../report/go-live'
import { homeReport } from '../report/home'
import { listMovements, MovementSearch, totalMovements } from '../report/movements'
import { retriedPayments } from '../report/outstanding-payments'
import { subscriptionRevenueOf } from '../report/subscriptions'
import { todoOf } from '../report/todo'
import { FeeSearch, listFees } from '../settlement/fees'
import { as, reading, router } from './init'

const pageLength = 50

const HomeQuery = z.strictObject({
  /** As `daysOf` parses it. An invalid one is the default. */
  period: z.string().max(40).default(defaultPeriod),
  currency: currency().optional(),
})

export const reportRouter = router({
  /** The figures of a period and of the one before it. */
  home: reading('viewer')
    .input(HomeQuery)
    .query(({ ctx: { context }, input: { period, currency } }) => {
      const today = todayOf(context)
      const days = daysOf(period, today) ?? daysOf(defaultPeriod, today)
      if (!days) throw new Error('The default period has no days')
      return homeReport(context, { days, wanted: currency })
    }),

  /** The changes of what subscriptions bring in. */
  movements: reading('viewer')
    .input(MovementSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, ...page }, sums] = await Promise.all([
        listMovements(context, { ...input, limit: pageLength }),
        totalMovements(context, input),
      ])
      return {
        ...page,
        totals: totalsOf(sums),
        movements: rows.map(({ payer, subscription, ...movement }) => ({
          ...movement,
          payerName: nameOfAccount(payer),
          what: itemsInShort(subscription.items, subscription.number),
        })),
      }
    }),

  /** The fees of card services. */
  fees: reading('viewer')
    .input(FeeSearch)
    .query(async ({ ctx: { context }, input }) => {
      const [{ rows, ...page }, sums] = await Promise.all([
        listFees(context, { ...input, limit: pageLength }),
        feeTotals(context, input),
      ])
      return { ...page, totals: totalsOf(sums), fees: await withOrderNames(context, rows) }
    }),

  /** What needs attention, and the first steps of a new merchant. */
  todo: as('viewer').query(({ ctx: { context } }) => todoOf(context)),

  /** What is ahead: due subscriptions, and payments that are being retried. */
  ahead: reading('viewer').query(async ({ ctx: { context } }) => {
    const [subscriptions, retried] = await Promise.all([
      subscriptionRevenueOf(context),
      retriedPayments(context),
    ])
    return { subscriptions, retried }
  }),

  /** What is missing before real payments are taken. */
  goLive: as('viewer').query(({ ctx: { context } }) => {
    const { baseUrl, sendsMail, mailFrom, embedded } = config()
    return goLive(context, { baseUrl, sendsMail, mailFrom, embedded })
  }),
})

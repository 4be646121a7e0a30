import { z } from 'zod'
import { config } from '../core/config/config'
import { lastDays, moneyByDay } from '../report/days'
import { goLive } from '../report/go-live'
import { ordersOf, retriedPayments } from '../report/orders'
import { subscriptionsOf } from '../report/subscriptions'
import { as, reading, router } from './init'

const Days = z.strictObject({ days: z.union([z.literal(7), z.literal(30), z.literal(90)]) })

export const reportRouter = router({
  /** Money by day and currency, and how many orders succeeded. */
  period: reading('viewer')
    .input(Days)
    .query(async ({ ctx: { context }, input }) => {
      const period = lastDays(context, input.days)
      const [money, orders] = await Promise.all([moneyByDay(context, period), ordersOf(context, period)])
      return { first: period.first, last: period.last, money, orders }
    }),

  /** What is ahead: subscriptions, and payments that are being retried. */
  ahead: reading('viewer').query(async ({ ctx: { context } }) => {
    const [subscriptions, retried] = await Promise.all([subscriptionsOf(context), retriedPayments(context)])
    return { subscriptions, retried }
  }),

  /** What is missing before real payments are taken. */
  goLive: as('viewer').query(({ ctx: { context } }) => {
    const { baseUrl, sendsMail, mailFrom, embedded } = config()
    return goLive(context, { baseUrl, sendsMail, mailFrom, embedded })
  }),
})

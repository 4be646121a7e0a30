import * as z from 'zod'
import { todayOf } from '../core/clock'
import { BookkeepingChange, bookkeepingSettings, changeBookkeeping } from '../journal/bookkeeping-settings'
import { closedMonths, closeMonth, earliestOpenMonth } from '../journal/close-month'
import { compareInPeriod } from '../journal/compare-with-orders'
import { listEntries, monthsOf } from '../journal/list-entries'
import { PeriodFields, PeriodOfBooks } from '../journal/period'
import { sumJournal } from '../journal/sum-journal'
import { sumVat } from '../journal/sum-vat'
import { chartNameOf } from '../model/chart'
import { withOrderNames } from '../order/order-names'
import { as, changesMerchant, reading, router } from './init'

const pageLength = 50

export const bookkeepingRouter = router({
  /** The totals of a period, and which of its months are over or closed. */
  get: reading('viewer')
    .input(PeriodOfBooks)
    .query(async ({ ctx: { context }, input }) => {
      const { merchant, cards } = context
      const [sums, closed, earliest] = await Promise.all([
        sumJournal(context, input),
        closedMonths(context, input),
        earliestOpenMonth(context),
      ])
      const today = todayOf(context)
      return {
        ...sums,
        months: monthsOf(input).map(({ from, to }) => ({
          from,
          to,
          isOver: to.slice(0, 7) < today.slice(0, 7),
          /** The month that has to be closed first. */
          closeFirst: earliest !== undefined && earliest < from.slice(0, 7) ? earliest : undefined,
          closed: closed.find(({ month }) => month.slice(0, 7) === from.slice(0, 7))?.closed,
        })),
        chartName: chartNameOf(merchant),
        /** Whether the card service pays out money and keeps fees. The simulated one does not. */
        hasSettlement: cards.named(merchant.cardService).settlement !== undefined,
      }
    }),

  /** Whether the journal and the orders' states agree. */
  agreement: reading('viewer')
    .input(PeriodOfBooks)
    .query(({ ctx: { context }, input }) => compareInPeriod(context, input)),

  /** The sales of a period by country and rate, and those without VAT to businesses in other EU countries. */
  vat: reading('viewer')
    .input(PeriodOfBooks)
    .query(({ ctx: { context }, input }) => sumVat(context, input)),

  entries: reading('viewer')
    .input(PeriodFields.extend({ after: z.string().max(600).optional() }))
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listEntries(context, { ...input, limit: pageLength })
      return { next, entries: await withOrderNames(context, rows) }
    }),

  close: changesMerchant('admin', 'closed a month of the books')
    .input(z.strictObject({ month: z.iso.date() }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      await closeMonth(context, input.month)
      note({ after: { month: input.month.slice(0, 7) } })
    }),

  settings: as('viewer').query(({ ctx: { context } }) => bookkeepingSettings(context.merchant)),

  changeSettings: changesMerchant('admin', 'changed the chart of accounts')
    .input(BookkeepingChange)
    .mutation(async ({ ctx: { context, note }, input }) => {
      note(await changeBookkeeping(context, input))
    }),
})

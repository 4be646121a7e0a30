import * as z from 'zod'
import { monthOf } from '../model/calendar'
import { currency, date } from '../model/fields'
import { exponentOf } from '../model/money/currencies'

const maxMonths = 36

export const PeriodFields = z.strictObject({ from: date(), to: date() })

/** The days of a period are in their order. */
const inOrder = [
  ({ from, to }: z.infer<typeof PeriodFields>) => from <= to,
  { error: 'must not be before the first day', path: ['to'] },
] as const satisfies Parameters<typeof PeriodFields.refine>

/** A period as addresses and forms give it: its first and last day. */
export const PeriodOfBooks = PeriodFields.refine(...inOrder).refine(
  ({ from, to }) => monthOf(to) - monthOf(from) < maxMonths,
  {
    error: `must be within ${maxMonths} months`,
    path: ['to'],
  },
)

const maxDecimals = 2

const fitsSie = (currency: string): boolean => exponentOf(currency) <= maxDecimals

/** What to export: everything as CSV, one currency as SIE, or euros of a month as DATEV. */
export const JournalExport = z.discriminatedUnion('format', [
  PeriodFields.extend({ format: z.literal('csv') }).refine(...inOrder),
  PeriodFields.extend({ format: z.literal('sie'), currency: currency() })
    .refine(...inOrder)
    .refine(({ currency }) => fitsSie(currency), {
      error: 'must have at most two decimals: SIE has no more',
      path: ['currency'],
    }),
  PeriodFields.extend({ format: z.literal('datev') })
    .refine(...inOrder)
    .refine(({ from, to }) => from.slice(0, 7) === to.slice(0, 7), {
      error: 'must be in the same month: DATEV imports a month at a time',
      path: ['to'],
    }),
])

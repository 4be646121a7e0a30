import { z } from 'zod'
import { monthOf } from '../model/calendar'
import { exponentOf } from '../model/money/currencies'

const maxMonths = 36

export const PeriodFields = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

/** A period as addresses and forms give it: its first and last day. */
export const PeriodOfBooks = PeriodFields.refine(({ from, to }) => from <= to, {
  error: 'must not be before the first day',
  path: ['to'],
}).refine(({ from, to }) => monthOf(to) - monthOf(from) < maxMonths, {
  error: `must be within ${maxMonths} months`,
  path: ['to'],
})

const maxDecimals = 2

const fitsSie = (currency: string): boolean => exponentOf(currency) <= maxDecimals

/** What to export: everything as CSV, one currency as SIE, or euros of a month as DATEV. */
export const JournalExport = z.discriminatedUnion('format', [
  PeriodFields.extend({ format: z.literal('csv') }),
  PeriodFields.extend({ format: z.literal('sie'), currency: z.string().regex(/^[A-Z]{3}$/) }).refine(
    ({ currency }) => fitsSie(currency),
    { error: 'must have at most two decimals: SIE has no more', path: ['currency'] },
  ),
  PeriodFields.extend({ format: z.literal('datev') }).refine(
    ({ from, to }) => from.slice(0, 7) === to.slice(0, 7),
    { error: 'must be in the same month: DATEV imports a month at a time', path: ['to'] },
  ),
])

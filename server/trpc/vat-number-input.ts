import type * as z from 'zod'
import { flawInVatNumber } from '../model/vat-number'

type Entered = { vatNumber?: string | undefined } | null | undefined

/**
 * Refuses a mistyped VAT number: it decides what an invoice says, and nobody would notice the mistake. One that is already
 * stored is kept.
 */
export function checkVatNumber(
  { customer, expected }: { customer?: Entered; expected?: Record<string, unknown> | null | undefined },
  check: z.RefinementCtx,
): void {
  const vatNumber = customer?.vatNumber
  if (vatNumber === undefined || vatNumber === expected?.vatNumber) return
  const flaw = flawInVatNumber(vatNumber)
  if (flaw) check.addIssue({ code: 'custom', message: flaw, path: ['customer', 'vatNumber'] })
}

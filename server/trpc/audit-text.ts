import type * as z from 'zod'
import type { Day } from '../model/calendar'
import { dateFormat } from '../model/formats'
import { moneyIn } from '../model/money/format-money'

/** An action as it was recorded. Its details are JSON of any shape: earlier versions recorded others. */
interface RecordedAction {
  before: unknown
  after: unknown
}

/** How sentences format the values in them. */
export interface ValueFormat {
  /** An amount in minor units, as text. */
  money(amount: string, currency: string): string
}

/** What the audit log says that a person did, after their name: `renamed a key`. */
export type AuditText = string | ((action: RecordedAction, say: ValueFormat) => string)

/** Stands for the order, account or subscription in a sentence: it is shown as a link with its name. */
export const theSubject = '{subject}'

/** A sentence with details. An action whose details have another shape gets `otherwise`. */
export const sentence =
  <T>(otherwise: string, shape: z.ZodType<T>, text: (details: T, say: ValueFormat) => string): AuditText =>
  (action, say) => {
    const { success, data } = shape.safeParse(action)
    return success ? text(data, say) : otherwise
  }

/** "20 December 2026". */
export const dayInWords = (day: Day): string =>
  dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

export const sayIn = (locale: string): ValueFormat => ({
  money: (amount, currency) => moneyIn(locale, { amount: BigInt(amount), currency }),
})

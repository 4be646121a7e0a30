import type { DocumentContent } from '../model/document/content'
import { dateFormat } from '../model/formats'
import type { IssuedDocument } from './issued'
import type { DocumentWords } from './texts'

/** A day as sentences of documents state it. */
export const dayIn = (locale: string, day: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The sentence of a document that reverses what failed: no money moved. Undefined for any other document. */
export function reversalIn(
  { reverses, creditNote, locale }: DocumentContent,
  words: DocumentWords,
): string | undefined {
  if (reverses === undefined) return undefined
  if (reverses === 'charge') return words.reversedCharge
  const { number, issued } = creditNote ?? {}
  return words.reversedRefund(number && issued && words.named(number, dayIn(locale, issued)))
}

/** The name of an amount that belongs to no line. */
export function nameOfRest(
  { kind, content: { order, reverses } }: Pick<IssuedDocument, 'kind' | 'content'>,
  words: DocumentWords,
): string {
  const reference = order.number ?? order.id
  if (reverses === 'charge') return words.failedPayment(reference)
  if (reverses === 'refund') return words.failedRefund(reference)
  return kind === 'credit-note' ? words.refund(reference) : words.payment(reference)
}

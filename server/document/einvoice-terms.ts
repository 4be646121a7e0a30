import type { Invoice } from '@e-invoice-eu/core'
import type { IssuedDocument } from './issued'

/** Factur-X is embedded in the PDF. Peppol is a file of its own. */
export type EinvoiceFormat = 'factur-x' | 'peppol'

export type Ubl = Invoice['ubl:Invoice']

/** A text without what XML cannot contain, and without spaces around it. Issued documents keep what was entered. */
export const xmlText = (text = ''): string => text.replace(notInXml, '').trim()

const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const vat = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

export type EinvoiceTotal = IssuedDocument['content']['totals'][number]
type Category = NonNullable<EinvoiceTotal['category']>

export const categoryOf = ({ rate, category }: EinvoiceTotal): Category =>
  rate === 0 ? (category ?? 'Z') : 'S'

/** Such documents state no VAT numbers. */
export const isOutside = (totals: readonly EinvoiceTotal[]) =>
  totals.some((total) => categoryOf(total) === 'O')

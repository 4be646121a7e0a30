import type { FormatFactoryService, Invoice } from '@e-invoice-eu/core'
import { einvoiceOf } from './einvoice'
import { type EinvoiceFormat, xmlText } from './einvoice-terms'
import type { IssuedDocument } from './issued'

type EinvoiceWriter = ReturnType<FormatFactoryService['createFormatService']>
let writers: Promise<Record<EinvoiceFormat, EinvoiceWriter>> | undefined

/** Writes a document that has no obstacle as XML: UBL for Peppol BIS Billing 3.0, or CII for Factur-X (EN 16931). */
export async function writeEinvoice(document: IssuedDocument, format: EinvoiceFormat): Promise<string> {
  writers ??= loadWriters()
  const writer = (await writers)[format]
  const invoice = inXml(einvoiceOf(document, format))
  writer.fillInvoiceDefaults(invoice)
  if (format === 'factur-x') moveReferences(invoice)
  const xml = await writer.generate(invoice, { format: writer.syntax, lang: 'en' })
  return typeof xml === 'string' ? xml : new TextDecoder().decode(xml)
}

/** Returns a copy whose texts are all valid in XML. Peppol allows no empty elements (PEPPOL-EN16931-R008). */
function inXml<T>(value: T): T {
  if (typeof value === 'string') return xmlText(value) as T
  if (Array.isArray(value)) return value.map(inXml) as T
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, inXml(part)])
  return Object.fromEntries(parts.filter(([, part]) => part !== '')) as T
}

/**
 * Moves the numbers of the documents that a credit note corrects to where the library looks for them when it writes
 * Factur-X: one level too high. Without their dates, which it writes wrongly.
 */
function moveReferences({ 'ubl:Invoice': invoice }: Invoice): void {
  const references = invoice['cac:BillingReference']?.map((each) => ({
    'cbc:ID': each['cac:InvoiceDocumentReference']['cbc:ID'],
  }))
  Object.assign(invoice, references && { 'cac:BillingReference': references })
}

/**
 * Loads the library when the first XML is written, because it is large. Its own entry point compiles a schema with
 * every code list at each call, which takes a second. Tests validate with this schema instead.
 */
async function loadWriters(): Promise<Record<EinvoiceFormat, EinvoiceWriter>> {
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  const factory = new FormatFactoryService()
  const ignore = () => undefined
  const logger = { log: ignore, warn: ignore, error: ignore }
  return {
    peppol: factory.createFormatService('UBL', logger),
    'factur-x': factory.createFormatService('CII', logger),
  }
}

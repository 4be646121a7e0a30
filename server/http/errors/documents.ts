import type { DocumentErrors, ErrorCodes } from '../../model/error-codes'
import { conflict, type ErrorTable, invalid } from './table'

const inPdfOnly = ' The document has no XML file, but its PDF contains the invoice as Factur-X.'

const obstacles: Record<ErrorCodes['document.no-xml']['obstacle'], string> = {
  buyer:
    "An electronic invoice needs the buyer's name and country, and the VAT number for reverse charge and for goods to other EU countries. This document lacks them, so it is only a PDF.",
  seller:
    "An electronic invoice needs the seller's name, country and VAT number. A tax number is enough unless goods go to another country. This document lacks them, so it is only a PDF.",
  vat: 'An electronic invoice needs a VAT rate for everything on it. This document has amounts without one, so it is only a PDF.',
  'mixed-vat':
    'An electronic invoice cannot combine amounts outside the scope of VAT with others. This document does, so it is only a PDF. Sell them in separate orders.',
  currency:
    'Electronic invoices have amounts with two decimals, and the currency of this document has three. It is only a PDF.',
  rounding:
    'In an electronic invoice the VAT must be the net amount times the rate. The amounts of this document are rounded to whole units of its currency and differ by more than the standard allows, so it is only a PDF.',
  address:
    'Peppol requires the street, postal code and city of sellers in Iceland, Italy and the Netherlands and, in Iceland and the Netherlands, of buyers in the same country. Between two parties in Germany, it requires the postal code and city of both.' +
    inPdfOnly,
  'company-number':
    'Peppol requires an organisation number of sellers in Denmark (CVR, 8 digits), Iceland (kennitala, 10 digits) and the Netherlands (KVK, 8 digits, or OIN, 20 digits) and, in Iceland and the Netherlands, of buyers in the same country. One on this document is missing or mistyped.' +
    inPdfOnly,
  'vat-number':
    'Peppol requires VAT numbers of Norwegian sellers to be NO, nine digits and MVA, such as NO988077917MVA.' +
    inPdfOnly,
  'vat-rate':
    'Peppol allows Swedish sellers VAT of 25, 12 and 6 percent only. This document has a different rate.' +
    inPdfOnly,
  contact:
    'Peppol invoices between two parties in Germany must state the phone number and e-mail address of the seller, and this document lacks one of them. Enter them in Settings → Company and Settings → Mail for later documents.' +
    inPdfOnly,
  germany:
    'Peppol invoices between two parties in Germany must state how they were paid, and cannot be outside the scope of VAT.' +
    inPdfOnly,
  sweden:
    'Peppol invoices of Swedish sellers must state a VAT number, and this document has only a tax number.' +
    inPdfOnly,
  greece:
    'Peppol invoices of Greek sellers must state the number that the Greek tax authority has given to each invoice, which Kassa does not have.' +
    inPdfOnly,
  'electronic-address':
    'Peppol addresses invoices to VAT numbers and numbers in company registers, not to e-mail addresses. The seller or the buyer of this document has no such number.' +
    inPdfOnly,
}

export const documentErrors = {
  'document.waiting': () =>
    conflict(
      'Document',
      'This document is not issued yet, because company details of the merchant are missing. Enter them in Settings → Company.',
    ),
  'document.no-xml': ({ obstacle }) => conflict('Document', obstacles[obstacle]),
  'logo.unusable': () =>
    invalid('Logo', 'The logo must be a PNG or JPEG file of at most 200 kB and 4 megapixels.', 'logo'),
} satisfies ErrorTable<keyof DocumentErrors>

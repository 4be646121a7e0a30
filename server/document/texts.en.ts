import type { DocumentKind } from '../model/document/content'

const titles: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}

const numbers: Record<DocumentKind, string> = {
  receipt: 'Receipt number',
  invoice: 'Invoice number',
  'credit-note': 'Credit note number',
}

/** The words of documents in English. */
export const en = {
  /** Why VAT is 0, by the category of EN 16931. */
  exemption: {
    Z: 'Zero-rated',
    E: 'Exempt from VAT',
    AE: 'Reverse charge: the buyer accounts for the VAT (Article 196 of Directive 2006/112/EC)',
    K: 'Intra-Community supply of goods: exempt from VAT (Article 138 of Directive 2006/112/EC)',
    G: 'Export outside the EU: exempt from VAT (Article 146 of Directive 2006/112/EC)',
    O: 'Outside the scope of VAT',
  },
  titles,
  numbers,
  issued: 'Issued',
  supplied: 'Date of supply',
  refundedOn: 'Refunded',
  order: 'Order',
  seller: 'Seller',
  buyer: 'Buyer',
  organisationNumber: 'Registration no.',
  vatNumber: 'VAT no.',
  taxNumber: 'Tax no.',
  named: (number: string, date: string) => `${number} dated ${date}`,
  corrects: (documents: string) => `This credit note corrects ${documents}.`,
  /** On documents of test merchants, so that nobody takes them for real ones. */
  test: 'Test document: no money has moved.',
  paid: (date: string, card?: string) => (card ? `Paid on ${date} with ${card}.` : `Paid on ${date}.`),
  refunded: (date: string, card?: string) =>
    card ? `Refunded on ${date} to ${card}.` : `Refunded on ${date}.`,
  /** Instead of how it was paid or refunded, if that failed later. */
  reversedCharge: 'The payment of this amount did not go through.',
  reversedRefund: (creditNote?: string) =>
    `${creditNote ? `The refund under credit note ${creditNote}` : 'The refund of this amount'} did not go through. The amount remains paid.`,
  card: (scheme: string, last4: string) => `${scheme} ending in ${last4}`,
  item: 'Description',
  quantity: 'Quantity',
  price: 'Unit price excl. VAT',
  net: 'Net',
  rate: 'VAT\u00a0%',
  vat: 'VAT',
  gross: 'Total',
  payment: (order: string) => `Payment for order ${order}`,
  refund: (order: string) => `Refund for order ${order}`,
  failedPayment: (order: string) => `Failed payment for order ${order}`,
  failedRefund: (order: string) => `Failed refund for order ${order}`,
  amountsIn: (currency: string) => `Amounts in ${currency}`,
  rateTotal: (rate: string) => `VAT ${rate}%`,
  unknownRate: 'VAT not stated',
  total: 'Total',
  /** In the currency in which the seller accounts for VAT, with the exchange rate. */
  vatIn: (currency: string, vat: string, rate: string) => `VAT in ${currency}: ${vat} (${rate})`,
  page: (page: number, count: number) => `Page ${page} of ${count}`,
}

export type DocumentWords = typeof en

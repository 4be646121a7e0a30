import type { Day } from '../calendar'
import type { AccountingVat } from './accounting-vat'

export const documentKinds = ['receipt', 'invoice', 'credit-note'] as const
/** A receipt or an invoice documents a charge, a credit note a refund. */
export type DocumentKind = (typeof documentKinds)[number]

export const documentSeries = ['invoice', 'credit-note'] as const
/** Receipts and invoices are numbered in one series. */
export type DocumentSeries = (typeof documentSeries)[number]

export interface PostalAddress {
  street?: string | undefined
  zipCode?: string | undefined
  city?: string | undefined
  countryCode?: string | undefined
}

/** Seller or buyer, as they were when the document was issued. */
export interface Party {
  name?: string
  address?: PostalAddress
  organisationNumber?: string
  vatNumber?: string
  email?: string
  taxNumber?: string
  phone?: string
  /** What else the law wants on documents of the seller. */
  particulars?: string
  isBusiness?: boolean
}

/**
 * What was charged or refunded of an order's line. Amounts are minor units as text, never negative: a credit note
 * returns them. An amount that belongs to no line has neither name nor price.
 */
export interface DocumentLine {
  name?: string
  /** Decimals as text: how many, and the price of one excluding VAT. */
  quantity: string
  unit?: string
  price?: string
  /** Percent; null if no rate is known. */
  rate: number | null
  net: string
  vat: string
  gross: string
}

/** The sums of a document's lines of one rate: minor units as text. */
export interface RateTotal {
  rate: number | null
  net: string
  vat: string
  gross: string
  /** Why no VAT is charged, in the document's language. Only where the rate is 0. */
  exemption?: string
}

/**
 * Why VAT is 0, by EN 16931 (UNCL 5305): Z zero rate, E exempt, AE reverse charge, K goods to a business in another EU
 * country, G export, O outside VAT.
 */
export const zeroVatCategories = ['Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type ZeroVatCategory = (typeof zeroVatCategories)[number]

/** How a document looks: fixed when it is issued. */
export interface DocumentBranding {
  name: string
  logo?: string
  colour?: string
  supportEmail?: string
}

/** An issued document that another one names. */
export interface DocumentReference {
  id: string
  number: string
  issued: Day
}

/**
 * Everything that a document says, except its number and dates. Fixed when it is issued, so that it always looks the
 * same.
 */
export interface DocumentContent {
  language: 'en' | 'sv' | 'de'
  /** BCP 47, for amounts and dates. */
  locale: string
  seller: Party
  buyer: Party
  /** The day of supply: when the payment of a subscription was due, otherwise when it was charged. */
  supplied: Day
  /**
   * The day on which the money moved, in the merchant's time zone. Documents that were issued before this was stored
   * state it as `supplied`.
   */
  moved?: Day
  order: { id: string; number?: string }
  card?: { scheme: string; last4: string }
  lines: DocumentLine[]
  /** By rate, highest first. */
  totals: (RateTotal & { category?: 'S' | ZeroVatCategory })[]
  /** Where the law wants the VAT in a currency other than the order's. */
  accountingVat?: AccountingVat
  /** Of a credit note: the documents that it corrects, oldest first. */
  corrects?: DocumentReference[]
  /**
   * What the document reverses because it failed after it had been documented: no money moved. Documents that were issued
   * before this was stored do not have it.
   */
  reverses?: 'charge' | 'refund'
  /** Of a refund that failed: its credit note, which has a number once this document is issued. */
  creditNote?: Pick<DocumentReference, 'id'> & Partial<DocumentReference>
  branding: DocumentBranding
  /** The merchant is a test merchant: no money moves. Documents that were issued before this was stored do not say. */
  isTest?: true
}

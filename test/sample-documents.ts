import Big from 'big.js'
import type { IssuedDocument } from '@/server/document/issued'
import type { DocumentContent, DocumentKind, DocumentLine, RateTotal } from '@/server/model/document/content'
import { exponentOf } from '@/server/model/money/currencies'

/** A line as a test states it: `price` in the major unit, without VAT. */
export interface SampleLine {
  name?: string
  quantity?: string
  unit?: string
  price?: string
  rate: number | null
}

/** Adds up a line as documents do: the VAT is part of the rounded gross. */
function lineOf({ quantity = '1', price, rate, ...line }: SampleLine, currency: string): DocumentLine {
  const minor = new Big(10).pow(exponentOf(currency))
  const gross = new Big(price ?? '0')
    .times(quantity)
    .times(new Big(rate ?? 0).plus(100))
    .div(100)
    .times(minor)
    .round(0)
  const vat = gross
    .times(rate ?? 0)
    .div(new Big(rate ?? 0).plus(100))
    .round(0)
  const named = line.name === undefined ? {} : { price: price ?? '0' }
  return {
    ...line,
    ...named,
    quantity,
    rate,
    net: gross.minus(vat).toFixed(0),
    vat: vat.toFixed(0),
    gross: gross.toFixed(0),
  }
}

const sum = (amounts: string[]): string =>
  amounts.reduce((total, each) => total + BigInt(each), 0n).toString()

function totalsOf(lines: DocumentLine[]): RateTotal[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => (b ?? -1) - (a ?? -1))
  return rates.map((rate) => {
    const its = lines.filter((line) => line.rate === rate)
    return {
      rate,
      net: sum(its.map(({ net }) => net)),
      vat: sum(its.map(({ vat }) => vat)),
      gross: sum(its.map(({ gross }) => gross)),
    }
  })
}

export const sampleLines: SampleLine[] = [
  { name: 'Coffee beans, Ethiopia Yirgacheffe', quantity: '3', unit: 'kg', price: '213.392857', rate: 12 },
  { name: 'Handmade mug', quantity: '2', price: '159.2', rate: 25 },
  { name: 'The Coffee Dictionary', price: '188.679245', rate: 6 },
]

export interface Sample {
  kind?: DocumentKind
  currency?: string
  lines?: SampleLine[]
  content?: Partial<DocumentContent>
  /** The reason and category of lines at 0 %. */
  zero?: Pick<DocumentContent['totals'][number], 'category' | 'exemption'>
}

/** Builds an issued document of a sample order. */
export function sampleDocument({
  kind = 'invoice',
  currency = 'SEK',
  lines = sampleLines,
  content,
  zero,
}: Sample = {}): IssuedDocument {
  const priced = lines.map((line) => lineOf(line, currency))
  const totals = totalsOf(priced).map((total) => ({
    ...total,
    ...(total.rate === 0 ? zero : { category: 'S' as const }),
  }))
  const [net, vat, gross] = [
    sum(totals.map((total) => total.net)),
    sum(totals.map((total) => total.vat)),
    sum(totals.map((total) => total.gross)),
  ]
  const day = '2026-11-22'
  return {
    merchantId: 'm',
    id: 'doc1',
    kind,
    orderId: 'o',
    sequence: 2,
    accountId: 'a',
    corrects: null,
    currency,
    net: BigInt(net),
    vat: BigInt(vat),
    gross: BigInt(gross),
    moved: new Date(`${day}T09:00:00Z`),
    number: kind === 'credit-note' ? 'C2026-000001' : '2026-000001',
    issuedOn: day,
    issued: new Date(`${day}T09:00:02Z`),
    created: new Date(`${day}T09:00:02Z`),
    content: {
      language: 'en',
      locale: 'en-SE',
      seller: {
        name: 'Åsas Café & Bageri AB',
        address: { street: 'Storgatan 12', zipCode: '211 34', city: 'Malmö', countryCode: 'SE' },
        organisationNumber: '556677-8899',
        vatNumber: 'SE556677889901',
        email: 'hej@example.com',
      },
      buyer: {
        name: 'Jane Doe',
        address: { street: 'Exempelvägen 3', zipCode: '114 55', city: 'Stockholm', countryCode: 'SE' },
        email: 'jane@example.com',
      },
      supplied: day,
      order: { id: 'ord_1', number: 'T-1001' },
      card: { scheme: 'visa', last4: '4242' },
      lines: priced,
      totals,
      branding: { name: 'Åsas Café & Bageri', colour: '#0b5f63' },
      ...content,
    },
  }
}

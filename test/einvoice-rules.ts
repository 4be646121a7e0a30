import { invoiceSchema } from '@e-invoice-eu/core'
import Ajv from 'ajv/dist/2019'
import Big from 'big.js'
import { expect } from 'vitest'
import { einvoiceOf, obstacleTo } from '@/server/document/einvoice'
import type { EinvoiceFormat } from '@/server/document/einvoice-terms'
import type { IssuedDocument } from '@/server/document/issued'
import { peppolSchemes } from './peppol-schemes'

const formats: EinvoiceFormat[] = ['peppol', 'factur-x']
const isValid = new Ajv({ strict: true, allErrors: true, useDefaults: true }).compile(invoiceSchema)

/** The schema has the terms, cardinalities and code lists of EN 16931. */
export function expectValid(document: IssuedDocument) {
  for (const format of formats) {
    expect(obstacleTo(document, format)).toBeUndefined()
    isValid(einvoiceOf(document, format))
    expect(isValid.errors).toBeNull()
  }
}

/** The texts of all elements with a name. */
export const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text = '']) => text)
const one = (xml: string, name: string) => new Big(all(xml, name)[0] ?? Number.NaN)
const parts = (xml: string, name: string) => xml.split(`<cac:${name}>`).slice(1)
const sum = (amounts: readonly Big[]) => amounts.reduce((total, each) => total.plus(each), new Big(0))

/** Checks the arithmetic of the business rules of EN 16931 and Peppol in the XML itself. */
export function expectRules(xml: string) {
  const [head = '', ...lineTexts] = xml.split(/<cac:(?:Invoice|CreditNote)Line>/)
  const [, totals = ''] = head.split('<cac:LegalMonetaryTotal>')
  const lines = lineTexts.map((text) => ({
    net: one(text, 'LineExtensionAmount'),
    quantity: new Big(all(text, 'InvoicedQuantity')[0] ?? all(text, 'CreditedQuantity')[0] ?? Number.NaN),
    price: one(text, 'PriceAmount').div(all(text, 'BaseQuantity')[0] ?? 1),
    tax: `${all(text, 'ID')[1]} ${all(text, 'Percent')[0]}`,
  }))
  const taxes = parts(head, 'TaxSubtotal').map((text) => ({
    taxable: one(text, 'TaxableAmount'),
    amount: one(text, 'TaxAmount'),
    rate: new Big(all(text, 'Percent')[0] ?? 0),
    tax: `${all(text, 'ID')[0]} ${all(text, 'Percent')[0]}`,
  }))
  // PEPPOL-EN16931-CL008, R010 and R020
  const schemes = [...head.matchAll(/<cbc:EndpointID schemeID="([^"]*)">/g)].map(([, scheme = '']) => scheme)
  expect(schemes).toHaveLength(2)
  for (const scheme of schemes) expect(peppolSchemes).toContain(scheme)
  const tax = one(head, 'TaxAmount')
  const net = one(totals, 'TaxExclusiveAmount')
  const gross = one(totals, 'TaxInclusiveAmount')
  // BR-CO-10 and BR-CO-13, without allowances and charges.
  expect(sum(lines.map((line) => line.net)).eq(one(totals, 'LineExtensionAmount'))).toBe(true)
  expect(one(totals, 'LineExtensionAmount').eq(net)).toBe(true)
  // BR-CO-14
  expect(sum(taxes.map(({ amount }) => amount)).eq(tax)).toBe(true)
  // BR-CO-15
  expect(net.plus(tax).eq(gross)).toBe(true)
  // BR-CO-16
  expect(gross.minus(one(totals, 'PrepaidAmount')).eq(one(totals, 'PayableAmount'))).toBe(true)
  for (const { taxable, amount, rate, tax } of taxes) {
    // BR-S-08, BR-E-08 and so on.
    expect(sum(lines.flatMap((line) => (line.tax === tax ? [line.net] : []))).eq(taxable)).toBe(true)
    // BR-CO-17 and BR-S-09: the published rules allow less than one unit of the currency.
    expect(taxable.times(rate).div(100).minus(amount).abs().lt(1)).toBe(true)
  }
  // BR-CO-18, and one breakdown per rate.
  expect(new Set(taxes.map(({ tax }) => tax)).size).toBe(taxes.length)
  // PEPPOL-EN16931-R120
  for (const { quantity, price, net } of lines)
    expect(quantity.times(price).minus(net).abs().lte(0.02)).toBe(true)
  // BR-DEC-*: amounts have at most two decimals.
  for (const amount of all(
    xml,
    '(?:LineExtension|Tax|Taxable|TaxExclusive|TaxInclusive|Prepaid|Payable)Amount',
  ))
    expect(amount).toMatch(/^\d+(\.\d{1,2})?$/)
}

import type { Invoice } from '@e-invoice-eu/core'
import Big from 'big.js'
import type { Scheme } from '../model/card/schemas'
import { schemeName } from '../model/card/scheme-name'
import type { AccountingVat } from '../model/document/accounting-vat'
import type { DocumentContent, DocumentLine } from '../model/document/content'
import type { EinvoiceObstacle } from '../model/document/einvoice-obstacle'
import { exponentOf } from '../model/money/currencies'
import { toMajorText } from '../model/money/money'
import { buyerOf, countryIn, sellerOf } from './einvoice-parties'
import { asCounted, withTwoDecimals } from './einvoice-price'
import type { EinvoiceFormat, EinvoiceTotal, Ubl } from './einvoice-terms'
import { categoryOf, vat, xmlText } from './einvoice-terms'
import { peppolAddressOf } from './electronic-address'
import type { IssuedDocument } from './issued'
import { nameOfRest, reversalIn } from './movement-words'
import { nationalObstacleTo } from './peppol-national-rules'
import { type DocumentLanguage, documentTexts } from './texts'

type Currency = Ubl['cbc:DocumentCurrencyCode']

/**
 * Returns why a document cannot be an electronic invoice. EN 16931 requires the buyer's name and country, a seller with
 * a registration and a VAT rate for every line, and allows two decimals. Peppol also requires an electronic address for
 * both, of a kind that is in its list, and has rules for the sellers of some countries.
 */
export function obstacleTo(document: IssuedDocument, format: EinvoiceFormat): EinvoiceObstacle | undefined {
  const { content, currency } = document
  const { seller, buyer, totals } = content
  if (!xmlText(buyer.name) || !buyer.address?.countryCode) return 'buyer'
  if (!xmlText(seller.name) || !seller.address?.countryCode) return 'seller'
  const categories = new Set(totals.map(categoryOf))
  const isTaxed = !categories.has('O')
  const taxId = seller.vatNumber || seller.taxNumber
  if (isTaxed ? !taxId : !seller.organisationNumber) return 'seller'
  // BR-G-02 and BR-IC-02: for goods to other countries, the number at the tax office is not enough.
  if ((categories.has('G') || categories.has('K')) && !seller.vatNumber) return 'seller'
  if (totals.length === 0 || totals.some(({ rate }) => rate === null || !hasFewDecimals(rate))) return 'vat'
  if (!isTaxed && categories.size > 1) return 'mixed-vat'
  if ((categories.has('AE') || categories.has('K')) && !buyer.vatNumber) return 'buyer'
  if (exponentOf(currency) > 2) return 'currency'
  if (totals.some((total) => !isCloseToRate(total, currency))) return 'rounding'
  if (format === 'factur-x') return undefined
  if (!(peppolAddressOf(seller) && peppolAddressOf(buyer))) return 'electronic-address'
  return nationalObstacleTo(content)
}

/**
 * Whether the VAT differs from net × rate by less than one unit of the currency (BR-CO-17). Parts of a line are rounded
 * so that they add up, so in a currency without decimals the difference can be larger.
 */
function isCloseToRate({ rate, net, vat }: EinvoiceTotal, currency: string): boolean {
  const [taxable, tax] = [net, vat].map((amount) => toMajorText({ amount: BigInt(amount), currency }))
  return new Big(taxable ?? 0)
    .times(rate ?? 0)
    .div(100)
    .minus(tax ?? 0)
    .abs()
    .lt(1)
}

/** The library takes rates with up to four decimals. */
const hasFewDecimals = (rate: number): boolean => new Big(rate).round(4).eq(rate)

const guideline = {
  'factur-x': 'urn:cen.eu:en16931:2017',
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
}

/** Returns what the library writes: the business terms of EN 16931 by their names in UBL. */
export const einvoiceOf = (document: IssuedDocument, format: EinvoiceFormat): Invoice => ({
  'ubl:Invoice': invoiceOf(document, format),
})

function invoiceOf(document: IssuedDocument, format: EinvoiceFormat): Ubl {
  const { content, kind, number, issuedOn } = document
  const { order, corrects, card, supplied, accountingVat } = content
  const currency = document.currency as Currency
  const money = (amount: bigint | string) => toMajorText({ amount: BigInt(amount), currency })
  const [net, tax, gross] = [money(document.net), money(document.vat), money(document.gross)]
  const reference = xmlText(order.number) || order.id
  const numbers = (corrects ?? []).map((corrected) => corrected.number)
  const words = documentTexts[content.language]
  const notes = [
    // Peppol allows one note.
    [content.isTest && words.test, reversalIn(content, words)].filter(Boolean).join(' ') || undefined,
    // The syntax of Factur-X has room for one reference, so a note names all if there are several.
    format === 'factur-x' && numbers.length > 1 ? numbers.join(', ') : undefined,
  ].flatMap((note) => note ?? [])
  const [first, ...rest] = content.lines.map((line, index) => lineOf(document, line, index))
  if (!first) throw new Error(`document ${document.id} has no lines`)
  const taxTotal = {
    'cbc:TaxAmount': tax,
    'cbc:TaxAmount@currencyID': currency,
    'cac:TaxSubtotal': content.totals.map((total) => ({
      'cbc:TaxableAmount': money(total.net),
      'cbc:TaxableAmount@currencyID': currency,
      'cbc:TaxAmount': money(total.vat),
      'cbc:TaxAmount@currencyID': currency,
      'cac:TaxCategory': { ...taxOf(total), ...exemptionOf(total, content.language) },
    })),
  }
  return {
    'cbc:CustomizationID': guideline[format],
    'cbc:ID': number,
    'cbc:IssueDate': issuedOn,
    'cbc:InvoiceTypeCode': kind === 'credit-note' ? '381' : '380',
    'cbc:DocumentCurrencyCode': currency,
    ...(accountingVat && { 'cbc:TaxCurrencyCode': accountingVat.currency as Currency }),
    'cbc:BuyerReference': reference,
    'cac:OrderReference': { 'cbc:ID': reference },
    ...(notes.length > 0 && { 'cbc:Note': notes }),
    ...(corrects && {
      'cac:BillingReference': corrects.slice(format === 'factur-x' ? -1 : 0).map((corrected) => ({
        'cac:InvoiceDocumentReference': { 'cbc:ID': corrected.number, 'cbc:IssueDate': corrected.issued },
      })),
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(document, format) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(document, format) },
    'cac:Delivery': { 'cbc:ActualDeliveryDate': supplied, ...destinationOf(content) },
    ...(card && {
      'cac:PaymentMeans': [
        {
          'cbc:PaymentMeansCode': '48',
          'cac:CardAccount': {
            'cbc:PrimaryAccountNumberID': card.last4,
            'cbc:NetworkID': schemeName(card.scheme as Scheme),
          },
        },
      ],
    }),
    'cac:TaxTotal': accountingVat ? [taxTotal, taxTotalIn(accountingVat)] : [taxTotal],
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': net,
      'cbc:LineExtensionAmount@currencyID': currency,
      'cbc:TaxExclusiveAmount': net,
      'cbc:TaxExclusiveAmount@currencyID': currency,
      'cbc:TaxInclusiveAmount': gross,
      'cbc:TaxInclusiveAmount@currencyID': currency,
      'cbc:PrepaidAmount': gross,
      'cbc:PrepaidAmount@currencyID': currency,
      'cbc:PayableAmount': money(0n),
      'cbc:PayableAmount@currencyID': currency,
    },
    'cac:InvoiceLine': [first, ...rest],
  }
}

/** The VAT in the currency in which the seller accounts for it has no amounts by rate (BT-111). */
const taxTotalIn = ({ currency, vat }: AccountingVat) => ({
  'cbc:TaxAmount': toMajorText({ amount: BigInt(vat), currency }),
  'cbc:TaxAmount@currencyID': currency as Currency,
})

/** An invoice for goods to another EU country must state the country of delivery (BR-IC-12). */
function destinationOf({ totals, buyer }: DocumentContent) {
  if (!totals.some((total) => categoryOf(total) === 'K')) return {}
  return { 'cac:DeliveryLocation': { 'cac:Address': { 'cac:Country': countryIn(buyer) } } }
}

function taxOf(total: EinvoiceTotal) {
  const category = categoryOf(total)
  // What is outside the scope of VAT has no rate, not even 0.
  return { 'cbc:ID': category, ...(category !== 'O' && { 'cbc:Percent': String(total.rate) }), ...vat }
}

const exemptionCodes = { AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' } as const

function exemptionOf(total: EinvoiceTotal, language: DocumentLanguage) {
  const category = categoryOf(total)
  if (category === 'S' || category === 'Z') return {}
  return {
    ...(category !== 'E' && { 'cbc:TaxExemptionReasonCode': exemptionCodes[category] }),
    'cbc:TaxExemptionReason': xmlText(total.exemption) || documentTexts[language].exemption[category],
  }
}

type EinvoiceLine = Ubl['cac:InvoiceLine'][number]
type Unit = NonNullable<EinvoiceLine['cbc:InvoicedQuantity@unitCode']>

/** Codes of UN/ECE Recommendation 20 for the units that shops write. The others are pieces. */
const units: Record<string, Unit> = {
  kg: 'KGM',
  g: 'GRM',
  l: 'LTR',
  m: 'MTR',
  km: 'KMT',
  h: 'HUR',
  min: 'MIN',
}

function lineOf(document: IssuedDocument, line: DocumentLine, index: number): EinvoiceLine {
  const { content, currency } = document
  const { totals, language } = content
  const net = toMajorText({ amount: BigInt(line.net), currency })
  const total = totals.find(({ rate }) => rate === line.rate)
  const counted = asCounted(line, net)
  const price = withTwoDecimals(counted.price)
  const unit = (counted.price === line.price && units[line.unit?.toLowerCase() ?? '']) || 'C62'
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': counted.quantity,
    'cbc:InvoicedQuantity@unitCode': unit,
    'cbc:LineExtensionAmount': net,
    'cbc:LineExtensionAmount@currencyID': currency as Currency,
    'cac:Item': {
      'cbc:Name': xmlText(line.name) || nameOfRest(document, documentTexts[language]),
      'cac:ClassifiedTaxCategory': taxOf(total ?? line),
    },
    'cac:Price': {
      'cbc:PriceAmount': price.amount,
      'cbc:PriceAmount@currencyID': currency as Currency,
      ...(price.per !== '1' && { 'cbc:BaseQuantity': price.per, 'cbc:BaseQuantity@unitCode': unit }),
    },
  }
}

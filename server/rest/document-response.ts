import * as z from 'zod'
import type { DocumentInList } from '../document/list-documents'
import { hasXml } from '../document/render-document'
import type { AccountingVat } from '../model/document/accounting-vat'
import {
  type DocumentLine,
  documentKinds,
  type RateTotal,
  zeroVatCategories,
} from '../model/document/content'
import { exampleOrigin, examples } from '../model/examples'
import { currency, date, dateTime, id, text, url } from '../model/fields'
import { toMajor } from '../model/money/money'

const example = {
  id: 'wPfYrTbKxMzQdLhN',
  kind: 'receipt',
  number: '2026-000001',
  order: examples.order.id,
  currency: 'SEK',
  items: [{ quantity: 1, rate: 25, net: 32, vat: 8, amount: 40 }],
  totals: [{ rate: 25, net: 32, vat: 8, amount: 40, category: 'S' }],
  net: 32,
  vat: 8,
  amount: 40,
  language: 'en',
  supplied: '2026-04-01',
  created: examples.event.date,
  issued: '2026-04-01T08:15:01.000Z',
  pdf: `${exampleOrigin}/v1/document/wPfYrTbKxMzQdLhN.pdf`,
  xml: `${exampleOrigin}/v1/document/wPfYrTbKxMzQdLhN.xml`,
}

/** Amounts of documents can be 0: goods can be free, and VAT is often 0. */
const amount = (description: string) => z.number().min(0).meta({ description, example: 100 })

const amounts = {
  rate: z.number().min(0).max(100).optional().meta({
    description:
      'VAT in percent. Absent if no rate is known: the order has only an amount, and the merchant no default',
    example: 25,
  }),
  net: amount('Excluding VAT').meta({ example: 80 }),
  vat: amount('VAT').meta({ example: 20 }),
  amount: amount('Including VAT'),
}

const DocumentItem = z
  .strictObject({
    name: text().optional(),
    quantity: z.number().positive(),
    unit: text().optional(),
    price: z.number().min(0).optional().meta({ description: 'Per unit, excluding VAT', example: 79.2 }),
    ...amounts,
  })
  .meta({
    id: 'DocumentItem',
    description: 'What was charged or refunded of a line. Without a name and price if it was an amount',
    example: example.items[0],
  })

const DocumentTotal = z
  .strictObject({
    ...amounts,
    category: z
      .enum(['S', ...zeroVatCategories])
      .optional()
      .meta({
        description:
          'VAT category of EN 16931: `S` standard, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` goods to a business in another EU country, `G` export, `O` outside VAT',
        example: 'S',
      }),
    exemption: z
      .string()
      .optional()
      .meta({ description: "Why there is no VAT, in the document's language", example: 'Exempt from VAT' }),
  })
  .meta({
    id: 'DocumentTotal',
    description: 'The sum of one VAT rate',
    example: example.totals[0],
  })

const StatedVat = z
  .strictObject({
    currency: currency(),
    rate: z
      .number()
      .positive()
      .meta({ description: "What one unit of the document's currency is worth in it" }),
    amount: amount('The VAT in it'),
  })
  .meta({
    id: 'AccountingVat',
    description:
      "The VAT in the currency of the seller's country. Absent if the document is in that currency or has no VAT, or if the merchant had set no exchange rate",
    example: { currency: 'SEK', rate: 11.2345, amount: 224.69 },
  })

export const Document = z
  .strictObject({
    id: id('document'),
    kind: z.enum(documentKinds).meta({
      description:
        '`receipt` or `invoice` for a charge: an invoice if the customer has a name and an address with a `city` and a `street` or `zipCode`. `credit-note` for a refund',
    }),
    number: text().optional().meta({
      description:
        'Without gaps, in order of issue. Absent while a live merchant has not entered its company details',
      example: '2026-000001',
    }),
    order: id('order'),
    account: id('account').optional(),
    corrects: z
      .array(id('document'))
      .optional()
      .meta({ description: 'Of a credit note: the documents that it corrects, oldest first' }),
    reverses: z.enum(['charge', 'refund']).optional().meta({
      description:
        'Present if a charge or refund failed after it had been documented: what this document reverses. No money moved. A failed charge is reversed by a `credit-note`, a failed refund by a `receipt` or `invoice`',
    }),
    currency: currency(),
    items: z.array(DocumentItem),
    totals: z.array(DocumentTotal).meta({ description: 'By VAT rate, the highest first' }),
    net: amounts.net,
    vat: amounts.vat,
    amount: amounts.amount,
    accountingVat: StatedVat.optional(),
    language: z.enum(['en', 'sv', 'de']),
    supplied: date().meta({
      description:
        "Day of supply, in the merchant's time zone: when the payment of a subscription was due, otherwise when it was charged. For a credit note: the day of supply of the last document that it corrects. For documents from earlier versions of Kassa: the day on which the money moved",
    }),
    created: dateTime().meta({ description: 'When the money moved' }),
    issued: dateTime().optional(),
    pdf: url().optional().meta({ description: 'The document as a PDF. Needs the same key' }),
    xml: url().optional().meta({
      description:
        'The document as EN 16931 XML (Peppol BIS Billing 3), for businesses: it is addressed to the VAT number or organisation number of `customer`. Absent if it cannot be an electronic invoice, for example because it lacks details that one requires',
    }),
  })
  .meta({
    id: 'Document',
    description: 'A receipt, invoice or credit note. It never changes once it is issued',
    example,
  })
export type Document = z.infer<typeof Document>

const accountingVatIn = ({ currency, rate, vat }: AccountingVat) => ({
  currency,
  rate: Number(rate),
  amount: toMajor({ amount: BigInt(vat), currency }),
})

/** Returns a document as responses show it. `baseUrl` is without a slash at the end. */
export function documentResponse(row: DocumentInList, { baseUrl }: { baseUrl: string }): Document {
  const { id, kind, number, orderId, accountId, corrects, reverses, currency, content, issued } = row
  const major = (amount: bigint) => toMajor({ amount, currency })
  const { accountingVat } = content
  const amountsOf = ({ rate, net, vat, gross }: Pick<RateTotal, 'rate' | 'net' | 'vat' | 'gross'>) => ({
    ...(rate !== null && { rate }),
    net: major(BigInt(net)),
    vat: major(BigInt(vat)),
    amount: major(BigInt(gross)),
  })
  const itemOf = (line: DocumentLine) => ({
    ...(line.name !== undefined && { name: line.name }),
    quantity: Number(line.quantity),
    ...(line.unit !== undefined && { unit: line.unit }),
    ...(line.price !== undefined && { price: Number(line.price) }),
    ...amountsOf(line),
  })
  const address = `${baseUrl}/v1/document/${id}`
  return {
    id,
    kind,
    ...(number !== null && { number }),
    order: orderId,
    ...(accountId !== null && { account: accountId }),
    ...(corrects !== null && { corrects }),
    ...(reverses !== null && { reverses }),
    currency,
    items: content.lines.map(itemOf),
    totals: content.totals.map((total) => ({
      ...amountsOf(total),
      ...(total.category && { category: total.category }),
      ...(total.exemption && { exemption: total.exemption }),
    })),
    net: major(row.net),
    vat: major(row.vat),
    amount: major(row.gross),
    ...(accountingVat && { accountingVat: accountingVatIn(accountingVat) }),
    language: content.language,
    supplied: content.supplied,
    created: row.moved.toISOString(),
    ...(issued && { issued: issued.toISOString(), pdf: `${address}.pdf` }),
    ...(hasXml(row) && { xml: `${address}.xml` }),
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { all, expectRules, expectValid } from '@/test/einvoice-rules'
import { type Sample, sampleLines, sampleDocument as sampleOf } from '@/test/sample-documents'
import type { DocumentContent } from '../model/document/content'
import { documentMovements } from '../model/document/document-movements'
import { sumOf, totalsOf } from '../model/document/totals'
import { type Line, newLine } from '../model/order/lines'
import { obstacleTo } from './einvoice'
import { facturXAddressOf } from './electronic-address'
import { withCategories } from './vat-categories'
import { writeEinvoice } from './write-einvoice'

/** A document for a business, whose organisation number is an address in Peppol. */
const sampleDocument = (sample: Sample = {}) => sampleOf({ ...sample, content: { buyer, ...sample.content } })
const buyer: DocumentContent['buyer'] = {
  name: 'Nordljus Kaffe AB',
  address: { street: 'Exempelvägen 3', zipCode: '114 55', city: 'Stockholm', countryCode: 'SE' },
  organisationNumber: '556036-0793',
  email: 'accounts@example.com',
  isBusiness: true,
}

const zero = { category: 'E', exemption: 'Exempt from VAT' } as const
const item = fc.record({
  name: fc.constantFrom('Coffee', 'A & B <"special">', 'Ström'),
  price: fc.integer({ min: 1, max: 2_000_000_000 }).map((micros) => micros / 1e6),
  vat: fc.constantFrom(25, 12, 6, 0),
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0.5, 1.5, 2.345678)),
})

/** The documents of an order whose units are charged in two parts and refunded in two others. */
function documentsOf(lines: Line[], isLater: (unit: number) => boolean) {
  const taken = (wanted: boolean) =>
    lines.flatMap(({ units }, line) => {
      const chosen = [...units].flatMap((_, unit) => (isLater(unit + line) === wanted ? [unit] : []))
      return chosen.length > 0 ? [{ line, units: chosen }] : []
    })
  const halves = [taken(false), taken(true)].filter((half) => half.length > 0)
  const movement = { isReversal: false, amount: 0n, reference: null }
  const charges = halves.map((units, at) => ({
    ...movement,
    sequence: at + 1,
    kind: 'charge' as const,
    units,
  }))
  const refunds = halves.map((units, at) => ({
    ...movement,
    sequence: at + 3,
    kind: 'refund' as const,
    units,
  }))
  const amount = lines.reduce((total, line) => total + BigInt(line.total), 0n)
  return documentMovements({ amount, lines, rate: null }, [...charges, ...refunds])
}

describe('documents as electronic invoices', () => {
  test('parts of lines with awkward prices satisfy EN 16931 and Peppol to the cent', async () => {
    const cases = fc.record({
      currency: fc.constantFrom('SEK', 'EUR', 'JPY'),
      items: fc.array(item, { minLength: 1, maxLength: 5 }),
      odd: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ currency, items, odd }) => {
        const lines = items.map((each) => newLine(each, currency))
        for (const { lines: documented, isCredit } of documentsOf(lines, (unit) => unit % (odd + 1) === 0)) {
          if (documented.length === 0) continue
          const sample = sampleDocument({ kind: isCredit ? 'credit-note' : 'invoice', currency })
          const { seller, buyer, language } = sample.content
          const bookkeeping = { zeroVat: zero }
          const totals = withCategories(totalsOf(documented), { seller, buyer, language, bookkeeping })
          const content = { ...sample.content, lines: documented, totals }
          const document = { ...sample, ...sumOf(documented), content }
          // In whole yen, VAT can be too far from its rate.
          if (currency === 'JPY' && obstacleTo(document, 'peppol') === 'rounding') continue
          expectValid(document)
          expectRules(await writeEinvoice(document, 'peppol'))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('texts omit what XML cannot contain, and a name of spaces counts as missing', async () => {
    const odd = sampleDocument({
      lines: [
        { name: 'Cup\u0001\ufffe', price: '100', rate: 25 },
        { name: ' \u000b ', price: '100', rate: 25 },
      ],
      content: { buyer: { name: 'Jane\u0007 Doe', address: { city: 'Uppsala', countryCode: 'SE' } } },
    })
    expect(obstacleTo(odd, 'factur-x')).toBeUndefined()
    const xml = await writeEinvoice(odd, 'factur-x')
    for (const character of ['\u0001', '\u0007', '\u000b', '\ufffe']) expect(xml).not.toContain(character)
    expect(xml).toContain('<ram:Name>Jane Doe</ram:Name>')
    expect(xml).toContain('<ram:Name>Cup</ram:Name>')
    expect(xml).not.toMatch(/<ram:Name>\s*<\/ram:Name>/)
    const nameless = { name: '  ', address: { city: 'Uppsala', countryCode: 'SE' } }
    expect(obstacleTo(sampleDocument({ content: { buyer: nameless } }), 'factur-x')).toBe('buyer')
  })

  test('a credit note refers to what it corrects, and an exemption states its reason', async () => {
    const corrects = [
      { id: 'd', number: '2026-000007', issued: '2026-11-20' },
      { id: 'e', number: '2026-000009', issued: '2026-11-21' },
    ]
    const credit = sampleDocument({ kind: 'credit-note', content: { corrects } })
    expectValid(credit)
    const peppol = await writeEinvoice(credit, 'peppol')
    expect(peppol).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
    expect(peppol).toMatch(
      /<cac:InvoiceDocumentReference>\s*<cbc:ID>2026-000007<.*?<cbc:IssueDate>2026-11-20<.*<cbc:ID>2026-000009<.*?<cbc:IssueDate>2026-11-21</s,
    )
    expect(peppol).toContain(':billing:3.0</cbc:CustomizationID>')
    const facturX = await writeEinvoice(credit, 'factur-x')
    expect(facturX).toContain('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>')
    expect(facturX).toMatch(
      /<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>2026-000009<\/ram:IssuerAssignedID>\s*<\/ram:Inv/,
    )
    expect(facturX).toMatch(/<ram:IncludedNote>\s*<ram:Content>2026-000007, 2026-000009</)

    const abroad = { name: 'Dupont', address: { countryCode: 'FR' }, vatNumber: 'FR12345678901' }
    const reverse = sampleDocument({
      lines: [{ name: 'Consulting', quantity: '7.5', unit: 'h', price: '120', rate: 0 }],
      zero: { category: 'AE', exemption: 'Reverse charge' },
      content: { buyer: abroad },
    })
    expectValid(reverse)
    const xml = await writeEinvoice(reverse, 'peppol')
    expectRules(xml)
    expect(all(xml, 'TaxExemptionReasonCode')).toEqual(['VATEX-EU-AE'])
    expect(all(xml, 'TaxExemptionReason')).toEqual(['Reverse charge'])
    expect(xml).toContain('<cbc:EndpointID schemeID="9957">FR12345678901<')

    const goods = sampleDocument({
      lines: [{ name: 'Coffee', quantity: '10', unit: 'kg', price: '120', rate: 0 }],
      zero: { category: 'K', exemption: 'Goods to another EU country' },
      content: { buyer: abroad },
    })
    expectValid(goods)
    expectValid({ ...goods, kind: 'credit-note' })
    const shipped = await writeEinvoice(goods, 'peppol')
    expectRules(shipped)
    expect(all(shipped, 'TaxExemptionReasonCode')).toEqual(['VATEX-EU-IC'])
    expect(shipped).toMatch(/<cac:DeliveryLocation>.*<cbc:IdentificationCode>FR</s)
    const inPdf = await writeEinvoice(goods, 'factur-x')
    expect(inPdf).toMatch(/<ram:ShipToTradeParty>.*<ram:CountryID>FR</s)
    const { vatNumber: _, ...unregistered } = abroad
    expect(obstacleTo({ ...goods, content: { ...goods.content, buyer: unregistered } }, 'peppol')).toBe(
      'buyer',
    )

    const unexplained = sampleDocument({
      lines: [{ name: 'Kurs', price: '100', rate: 0 }],
      zero: { category: 'E', exemption: '' },
      content: { language: 'sv' },
    })
    expectValid(unexplained)
    expect(all(await writeEinvoice(unexplained, 'peppol'), 'TaxExemptionReason')).toEqual([
      'Undantaget från moms',
    ])

    const outside = sampleDocument({
      lines: [{ name: 'Donation', price: '100', rate: 0 }],
      zero: { category: 'O', exemption: 'Outside the scope of VAT' },
    })
    expectValid(outside)
    const untaxed = await writeEinvoice(outside, 'peppol')
    // BR-O-02 and BR-O-05: neither VAT numbers nor a rate.
    expect(untaxed).not.toContain('SE556677889901')
    expect(all(untaxed, 'Percent')).toEqual([])
  })

  test("states the seller's number at the tax office if there is no VAT number, and what else the law wants", async () => {
    const particulars = 'Amtsgericht Berlin HRB 1234'
    const seller = (countryCode: string) => ({
      ...{ name: 'Seller', organisationNumber: '5560360793', taxNumber: '12/345/67890', particulars },
      address: { street: 'Street 1', zipCode: '1000', city: 'City', countryCode },
    })
    const german = sampleDocument({ content: { seller: seller('DE') } })
    const xml = await writeEinvoice(german, 'factur-x')
    expect(xml).toContain('<ram:ID schemeID="FC">12/345/67890</ram:ID>')
    const withVat = { ...seller('DE'), vatNumber: 'DE123456789' }
    const registered = { ...withVat, organisationNumber: 'HRB 1234' }
    const stated = await writeEinvoice(sampleDocument({ content: { seller: registered } }), 'factur-x')
    expect(stated).toContain('<ram:ID>HRB 1234</ram:ID>')
    const peppol = await writeEinvoice(sampleDocument({ content: { seller: withVat } }), 'peppol')
    expect(peppol).toContain(`<cbc:CompanyLegalForm>${particulars}</cbc:CompanyLegalForm>`)
    expect(peppol).not.toContain('12/345/67890')
    const exported = sampleDocument({
      lines: [{ name: 'Coffee', price: '100', rate: 0 }],
      zero: { category: 'G' },
      content: { seller: seller('DE') },
    })
    expect(obstacleTo(exported, 'factur-x')).toBe('seller')
  })

  test.each([
    ['buyer', sampleDocument({ kind: 'receipt', content: { buyer: { email: 'jane@example.com' } } })],
    ['buyer', sampleDocument({ content: { buyer: { name: 'Jane', address: { city: 'Lund' } } } })],
    ['seller', sampleDocument({ content: { seller: { name: 'Shop', address: { countryCode: 'SE' } } } })],
    ['vat', sampleDocument({ lines: [...sampleLines, { price: '100', rate: null }] })],
    ['vat', sampleDocument({ lines: [{ name: 'Odd', price: '1', rate: 2.123456 }] })],
    [
      'mixed-vat',
      sampleDocument({
        lines: [...sampleLines, { name: 'Gift', price: '1', rate: 0 }],
        zero: { category: 'O' },
      }),
    ],
    ['currency', sampleDocument({ currency: 'KWD' })],
    [
      'electronic-address',
      sampleDocument({
        content: { buyer: { name: 'Jane', address: { countryCode: 'SE' }, email: 'jane@example.com' } },
      }),
    ],
  ] as const)('reports what a document lacks that the standard requires: %s', (obstacle, document) => {
    expect(obstacleTo(document, 'peppol')).toBe(obstacle)
    expect(obstacleTo(document, 'factur-x')).toBe(obstacle === 'electronic-address' ? undefined : obstacle)
  })

  test('an e-mail address is an electronic address in Factur-X only, as on documents that were issued before', async () => {
    const address = { countryCode: 'DK' }
    const [person, company] = [
      { name: 'Jane Doe', address, email: 'jane@example.com' },
      { name: 'Kaktus ApS', address, email: 'jane@example.com', organisationNumber: '13585628' },
    ]
    for (const party of [person, company])
      expect(facturXAddressOf(party)).toEqual({ scheme: 'EM', id: 'jane@example.com' })
    expect(facturXAddressOf({ address })).toBeUndefined()
    const document = sampleDocument({ content: { buyer: person } })
    expect(await writeEinvoice(document, 'factur-x')).toContain('<ram:URIID schemeID="EM">jane@example.com<')
    expect(obstacleTo(document, 'peppol')).toBe('electronic-address')
    expectRules(await writeEinvoice(sampleDocument({ content: { buyer: company } }), 'peppol'))
  })
})

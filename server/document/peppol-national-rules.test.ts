import { invoiceSchema } from '@e-invoice-eu/core'
import Ajv from 'ajv/dist/2019'
import { describe, expect, test } from 'vitest'
import { type SampleLine, sampleDocument } from '@/test/sample-documents'
import type { Party } from '../model/document/content'
import { einvoiceOf, obstacleTo } from './einvoice'
import { writeEinvoice } from './write-einvoice'

const isValid = new Ajv({ strict: true, allErrors: true, useDefaults: true }).compile(invoiceSchema)

const at = (countryCode: string, more: Partial<Party> = {}): Party => ({
  name: `A company in ${countryCode}`,
  address: { street: 'Street 1', zipCode: '1000', city: 'City', countryCode },
  ...more,
})
const without = (part: 'street' | 'city' | 'zipCode', { address, ...party }: Party): Party => ({
  ...party,
  address: { ...address, [part]: undefined },
})

const swedish = at('SE', { organisationNumber: '556036-0793', vatNumber: 'SE556036079301' })
const danish = at('DK', { organisationNumber: '13 58 56 28', vatNumber: 'DK13585628' })
const dutch = at('NL', { organisationNumber: '12345678', vatNumber: 'NL999999990B99' })
const icelandic = at('IS', { organisationNumber: '450401-3150', vatNumber: 'IS12345' })
const italian = at('IT', { vatNumber: 'IT00743110157' })
const norwegian = at('NO', { organisationNumber: '988 077 917', vatNumber: 'NO 988 077 917 MVA' })
const german = at('DE', { vatNumber: 'DE123456789' })
const germanWithContact = { ...german, phone: '+49 30 123456', email: 'billing@shop.example' }
const greek = at('GR', { vatNumber: 'EL123456789' })

const documentOf = (seller: Party, buyer: Party, rate = 25) => {
  const lines: SampleLine[] = [{ name: 'Coffee', price: '100', rate }]
  return sampleDocument({ lines, content: { seller, buyer } })
}

/** Returns the company numbers of seller and buyer as the XML states them: `scheme:number`. */
function companyNumbersIn(xml: string): string[] {
  const parties = xml.split('<cac:PartyLegalEntity>').slice(1)
  return parties.map((text) => {
    const [, scheme = '', number = 'none'] =
      /<cbc:CompanyID(?: schemeID="(\d+)")?>([^<]*)</.exec(text.split('</cac:PartyLegalEntity>')[0] ?? '') ??
      []
    return `${scheme}:${number}`
  })
}

describe('fatal national rules of Peppol', () => {
  test.each([
    ['SE-R-006', swedish, german, 25, ':5560360793', ':none'],
    ['DK-R-014', danish, swedish, 25, '0184:DK13585628', ':5560360793'],
    ['DK-R-014', danish, danish, 25, '0184:DK13585628', ':13585628'],
    ['NL-R-003', dutch, swedish, 21, '0106:12345678', ':5560360793'],
    [
      'NL-R-003',
      { ...dutch, organisationNumber: '00000001003214345000' },
      swedish,
      21,
      '0190:00000001003214345000',
      ':5560360793',
    ],
    ['NL-R-005', dutch, dutch, 21, '0106:12345678', '0106:12345678'],
    ['IS-R-002', icelandic, swedish, 24, '0196:4504013150', ':5560360793'],
    ['IS-R-004', icelandic, icelandic, 24, '0196:4504013150', '0196:4504013150'],
    ['IT-R-002', italian, swedish, 22, ':none', ':5560360793'],
    ['NO-R-001', norwegian, swedish, 25, ':988077917', ':5560360793'],
    ['DE-R-006', german, swedish, 19, ':none', ':5560360793'],
    ['DE-R-006', germanWithContact, german, 19, ':none', ':none'],
  ])('%s: an invoice that keeps it has XML', async (_, seller, buyer, rate, sellerNumber, buyerNumber) => {
    const document = documentOf(seller, buyer, rate)
    expect(obstacleTo(document, 'peppol')).toBeUndefined()
    isValid(einvoiceOf(document, 'peppol'))
    expect(isValid.errors).toBeNull()
    expect(companyNumbersIn(await writeEinvoice(document, 'peppol'))).toEqual([sellerNumber, buyerNumber])
  })

  test.each([
    ['SE-R-006', swedish, german, 'vat-rate', 24],
    ['SE-R-005', { ...swedish, vatNumber: '', taxNumber: '1' }, german, 'sweden'],
    ['DK-R-002', { ...danish, organisationNumber: '' }, swedish, 'company-number'],
    ['DK-R-014', { ...danish, organisationNumber: '1234' }, swedish, 'company-number'],
    ['NL-R-002', without('zipCode', dutch), swedish, 'address'],
    ['NL-R-003', { ...dutch, organisationNumber: 'KVK 1' }, swedish, 'company-number'],
    ['NL-R-004', dutch, without('street', dutch), 'address'],
    ['NL-R-005', dutch, { ...dutch, organisationNumber: 'KVK 1' }, 'company-number'],
    [
      'IS-R-002',
      { ...icelandic, organisationNumber: '1', vatNumber: 'DE123456789' },
      swedish,
      'company-number',
    ],
    ['IS-R-003', without('street', icelandic), swedish, 'address'],
    ['IS-R-005', icelandic, without('zipCode', icelandic), 'address'],
    ['IT-R-003', without('city', italian), swedish, 'address'],
    ['NO-R-001', { ...norwegian, vatNumber: 'NO988077918MVA' }, swedish, 'vat-number'],
    ['NO-R-001', { ...norwegian, vatNumber: 'NO988077917' }, swedish, 'vat-number'],
    ['DE-R-006', { ...german, email: 'billing@shop.example' }, german, 'contact'],
    ['DE-R-007', { ...german, phone: '+49 30 123456' }, german, 'contact'],
    ['DE-R-004', without('zipCode', germanWithContact), german, 'address'],
    ['DE-R-008', germanWithContact, without('city', german), 'address'],
    ['GR-R-004', greek, swedish, 'greece'],
  ])(
    '%s: an invoice that would break it has no XML, and its PDF is Factur-X',
    (_, seller, buyer, obstacle, rate = 25) => {
      const document = documentOf(seller, buyer, rate)
      expect(obstacleTo(document, 'peppol')).toBe(obstacle)
      expect(obstacleTo(document, 'factur-x')).toBeUndefined()
    },
  )

  test.each([
    ['DE-R-001', { card: undefined }, undefined],
    ['DE-R-014', {}, { category: 'O', exemption: 'Outside the scope of VAT' }],
  ] as const)('%s: a German invoice that cannot state what is wanted has no XML', (_, more, zero) => {
    const document = sampleDocument({
      lines: [{ name: 'Coffee', price: '100', rate: zero ? 0 : 19 }],
      ...(zero && { zero }),
      content: {
        seller: { ...germanWithContact, organisationNumber: 'HRB 1234' },
        buyer: german,
        ...(more as object),
      },
    })
    expect(obstacleTo(document, 'peppol')).toBe('germany')
    expect(obstacleTo(document, 'factur-x')).toBeUndefined()
  })

  test('both formats state the phone number of the seller', async () => {
    const document = documentOf(germanWithContact, german, 19)
    expect(await writeEinvoice(document, 'peppol')).toContain('<cbc:Telephone>+49 30 123456</cbc:Telephone>')
    const facturX = await writeEinvoice(document, 'factur-x')
    expect(facturX).toMatch(/<ram:CompleteNumber>\+49 30 123456<\/ram:CompleteNumber>/)
  })

  test('Factur-X states company numbers without a scheme, as on documents that were issued before', async () => {
    const xml = await writeEinvoice(documentOf(danish, dutch), 'factur-x')
    expect(xml).toContain('<ram:ID>13585628</ram:ID>')
    expect(xml).not.toContain('schemeID="0184"')
  })

  test('sellers keep XML if they have no number that the rules are about', () => {
    expect(obstacleTo(documentOf({ ...dutch, organisationNumber: '' }, swedish), 'peppol')).toBeUndefined()
    const abroad = { ...swedish, vatNumber: 'FI20774740' }
    expect(obstacleTo(documentOf(abroad, german, 25.5), 'peppol')).toBeUndefined()
  })
})

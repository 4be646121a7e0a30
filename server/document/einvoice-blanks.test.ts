import { expect, test } from 'vitest'
import { sampleDocument } from '@/test/sample-documents'
import { obstacleTo } from './einvoice'
import { writeEinvoice } from './write-einvoice'

test('an e-invoice leaves out a buyer’s VAT number that does not name its country', async () => {
  const buyer = (vatNumber: string) => ({
    name: 'Nordljus Kaffe AB',
    address: { city: 'Stockholm', countryCode: 'SE' },
    organisationNumber: '556036-0793',
    vatNumber,
    isBusiness: true,
  })
  for (const [vatNumber, stated] of [
    ['556036079301', false],
    ['org.nr 556036-0793', false],
    ['SE 556036-079301', true],
    ['EL123456789', true],
    ['XI123456789', true],
    ['CHE-123.456.789 MWST', true],
  ] as const) {
    const document = sampleDocument({ content: { buyer: buyer(vatNumber) } })
    expect(obstacleTo(document, 'peppol')).toBeUndefined()
    const plain = vatNumber.toUpperCase().replace(/[ .-]/g, '')
    for (const format of ['peppol', 'factur-x'] as const)
      expect((await writeEinvoice(document, format)).includes(`>${plain}<`)).toBe(stated)
  }
})

test('an e-invoice has no empty elements for what was entered as spaces, and names the order by its ID', async () => {
  const document = sampleDocument({
    lines: [{ name: ' ', price: '100', rate: 0 }],
    zero: { category: 'E', exemption: ' ' },
    content: {
      buyer: {
        name: 'Nordljus Kaffe AB',
        address: { street: ' ', zipCode: '\u0001', city: 'Stockholm', countryCode: 'SE' },
        organisationNumber: '556036-0793',
        isBusiness: true,
      },
      order: { id: 'ord_1', number: ' ' },
      branding: { name: ' ' },
    },
  })
  expect(obstacleTo(document, 'peppol')).toBeUndefined()
  const peppol = await writeEinvoice(document, 'peppol')
  expect(peppol).toContain('<cbc:BuyerReference>ord_1<')
  expect(peppol).toContain('<cbc:TaxExemptionReason>Exempt from VAT<')
  // PEPPOL-EN16931-R008
  for (const xml of [peppol, await writeEinvoice(document, 'factur-x')])
    expect(xml.match(/<[^>/]+\/>|<([^>/ ]+)[^>]*>\s*<\/\1>/g)).toBeNull()
})

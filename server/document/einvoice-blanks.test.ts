import { expect, test } from 'vitest'
import { sampleDocument } from '@/test/sample-documents'
import { obstacleTo } from './einvoice'
import { writeEinvoice } from './write-einvoice'

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

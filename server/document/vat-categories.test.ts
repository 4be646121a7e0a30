import { expect, test } from 'vitest'
import type { soldAbroad } from '../model/company'
import type { Party } from '../model/document/content'
import { withCategories } from './vat-categories'

const seller: Party = { address: { countryCode: 'SE' }, vatNumber: 'SE556012345601', isBusiness: true }
const business = (countryCode: string | undefined, vatNumber?: string): Party => ({
  address: { countryCode },
  ...(vatNumber && { vatNumber }),
  isBusiness: true,
})

const categoryOf = (sells: (typeof soldAbroad)[number], buyer: Party, from: Party = seller) => {
  const free = { rate: 0, net: '100', vat: '0', gross: '100' }
  const bookkeeping = { sells, zeroVat: { category: 'Z' as const } }
  return withCategories([free], { seller: from, buyer, bookkeeping, language: 'en' })[0]?.category
}

test.each([
  ['a business in another EU country', business('FR', 'FR12123456789'), 'AE', 'K'],
  [
    'a business whose country is known from its VAT number only',
    business(undefined, 'FR12123456789'),
    'AE',
    'K',
  ],
  ['a business that is registered in a third EU country', business('FR', 'DE123456789'), 'AE', 'K'],
  [
    'a business from another EU country that takes the goods at home',
    business('SE', 'FR12123456789'),
    'AE',
    'Z',
  ],
  [
    'a business registered at home, with goods to another country',
    business('FR', 'SE556677889901'),
    'Z',
    'Z',
  ],
  ['a business without a VAT number', business('FR'), 'Z', 'Z'],
  ['a person', { ...business('FR', 'FR12123456789'), isBusiness: false }, 'Z', 'Z'],
  ['a business outside the EU', business('NO', 'NO988077917MVA'), 'Z', 'G'],
  ['a person outside the EU', { ...business('NO'), isBusiness: false }, 'Z', 'G'],
  ['a business with a VAT number from the EU outside it', business('CH', 'FR12123456789'), 'AE', 'G'],
  ['a business in Northern Ireland', business('GB', 'XI123456789'), 'Z', 'K'],
  ['a business in Great Britain', business('GB', 'GB123456789'), 'Z', 'G'],
  ['a business in Monaco', business('MC', 'FR12123456789'), 'AE', 'K'],
  ['a person in Monaco', { ...business('MC'), isBusiness: false }, 'Z', 'Z'],
  ['a customer without an address', {}, 'Z', 'Z'],
  ['a business at home', business('SE', 'SE556677889901'), 'Z', 'Z'],
])('0%% VAT for %s', (_, buyer, service, goods) => {
  expect([categoryOf('services', buyer), categoryOf('goods', buyer)]).toEqual([service, goods])
})

test.each([
  ['en', 'Intra-Community supply of goods: exempt'],
  ['sv', 'Unionsintern varuförsäljning: undantagen'],
  ['de', 'Steuerfreie innergemeinschaftliche Lieferung'],
] as const)(
  'goods to another EU country are called what tax authorities call them (%s)',
  (language, words) => {
    const free = { rate: 0, net: '100', vat: '0', gross: '100' }
    const buyer = business('FR', 'FR12123456789')
    const [total] = withCategories([free], { seller, buyer, bookkeeping: { sells: 'goods' }, language })
    expect(total?.exemption).toContain(words)
    expect(total?.exemption).toContain('138')
  },
)

test('a credit note in another language gives the same reason, and reasons in the merchant’s words as they are', () => {
  const free = { rate: 0, net: '100', vat: '0', gross: '100' }
  const given = {
    seller,
    buyer: business('FR', 'FR12123456789'),
    bookkeeping: { sells: 'services' },
  } as const
  const referenced = withCategories([free], { ...given, language: 'sv' })
  const [german] = withCategories([free], { ...given, language: 'de', referenced })
  expect(german).toEqual(withCategories([free], { ...given, language: 'de' })[0])
  const own = [{ ...free, category: 'E' as const, exemption: 'Kleinunternehmer, § 19 UStG' }]
  expect(withCategories([free], { ...given, language: 'en', referenced: own })).toEqual(own)
})

test('goods to another EU country need the seller’s VAT number, and a seller in the EU', () => {
  const buyer = business('FR', 'FR12123456789')
  expect(categoryOf('goods', buyer, { address: { countryCode: 'SE' } })).toBe('Z')
  expect(categoryOf('goods', buyer, business('NO', 'NO988077917MVA'))).toBe('Z')
})

import { expect, test } from 'vitest'
import { euCountryOf, flawInVatNumber } from './vat-number'

test.each([
  ['SE556012345601', 'SE'],
  ['se 556012-3456 01', 'SE'],
  ['SE556012345602', undefined],
  ['DE123456789', 'DE'],
  ['DE12345678', undefined],
  ['ATU12345678', 'AT'],
  ['AT12345678', undefined],
  ['EL123456789', 'GR'],
  ['NL123456789B01', 'NL'],
  ['FRXX123456789', 'FR'],
  ['GB123456789', undefined],
  ['NO123456789MVA', undefined],
  ['556012345601', undefined],
])('%s is a VAT number of the EU country %s', (number, country) => {
  expect(euCountryOf(number)).toBe(country)
})

test.each([
  ['SE556012345601', undefined],
  ['NO123456789MVA', undefined],
  ['CHE-123.456.789', undefined],
  ['556012345601', 'must be a VAT number with its country code, such as SE556012345601'],
  ['SE5560123456', 'is not a VAT number of SE. It looks like SE556012345601'],
  ['GR123456789', 'is not a VAT number of GR. It looks like EL123456789'],
  ['PL123', 'is not a VAT number of PL'],
])('what is wrong with %s: %s', (number, flaw) => {
  expect(flawInVatNumber(number)).toBe(flaw)
})

import { expect, test } from 'vitest'
import { peppolSchemes } from '@/test/peppol-schemes'
import { peppolAddressOf } from './electronic-address'

test.each([
  [{ country: 'SE', organisationNumber: '212000-0142', vatNumber: 'SE1' }, '0007', '2120000142'],
  [{ country: 'SE', organisationNumber: '16212000-0142' }, '0007', '2120000142'],
  [{ country: 'SE', organisationNumber: '123456-7890' }, undefined],
  [{ country: 'DE', vatNumber: 'DE 123 456 789' }, '9930', 'DE123456789'],
  [{ country: 'DK', organisationNumber: '13 58 56 28' }, '0184', 'DK13585628'],
  [{ country: 'DK', vatNumber: 'DK13585628' }, '0184', 'DK13585628'],
  [{ country: 'DK', organisationNumber: '13 58 56 27' }, undefined],
  [{ country: 'NO', organisationNumber: '988 077 917' }, '0192', '988077917'],
  [{ country: 'NO', vatNumber: 'NO 988 077 917 MVA' }, '0192', '988077917'],
  [{ country: 'NO', vatNumber: 'NO988077918MVA' }, undefined],
  [{ country: 'FI', organisationNumber: '2077474-0' }, '0216', '003720774740'],
  [{ country: 'FI', vatNumber: 'FI20774740' }, '0216', '003720774740'],
  [{ country: 'BE', organisationNumber: '0403.019.261', vatNumber: '' }, '0208', '0403019261'],
  [{ country: 'BE', organisationNumber: '0403.019.261', vatNumber: 'BE0403019261' }, '9925', 'BE0403019261'],
  [{ country: 'NL', organisationNumber: '1234 5678' }, '0106', '12345678'],
  [{ country: 'NL', organisationNumber: '00000001003214345000' }, '0190', '00000001003214345000'],
  [{ country: 'IS', organisationNumber: '450401-3150' }, '0196', '4504013150'],
  [{ country: 'IT', vatNumber: 'IT 00743110157' }, '0211', 'IT00743110157'],
  [{ country: 'IT', vatNumber: 'IT 00743110158' }, undefined],
  [{ country: 'US', organisationNumber: '988077917' }, undefined],
  [{ country: 'SE' }, undefined],
] as const)('the Peppol address of %j has the scheme %s', ({ country, ...numbers }, scheme, id?: string) => {
  const party = { address: { countryCode: country }, ...numbers, email: 'a@b.example' }
  expect(peppolAddressOf(party)).toEqual(scheme && { scheme, id })
  if (scheme) expect(peppolSchemes).toContain(scheme)
})

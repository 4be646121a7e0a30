import { expect, test } from 'vitest'
import { identityNumberFlaw, postalCodeFlaw } from './country-rules'

test.each([
  ['SE', ['111 22', '11122', 'SE-111 22'], ['1112', '1112A', '111222']],
  ['NO', ['0150', 'NO-0150', 'N-0150'], ['150', '01500']],
  ['LV', ['LV-1010', '1010'], ['LV-101']],
  ['FI', ['00100', 'FI-00100'], ['0100']],
  ['DK', ['1050', 'DK-1050'], ['D-1050']],
  ['CH', ['8001', 'CH-8001'], ['80011']],
  ['DE', ['10115', 'D-10115', 'DE-10115'], ['1011', '101156', 'D-101']],
  ['AT', ['1010', 'A-1010'], ['10100']],
  ['NL', ['1012 AB', '1012ab'], ['0012 AB', '1012']],
  ['GB', ['SW1A 1AA', 'm1 1ae', 'B33 8TH'], ['SW1A', '12345']],
  ['FR', ['75001'], ['7500']],
  ['IE', ['anything'], []],
])('postal codes of %s', (country, good, bad) => {
  for (const code of good) expect(postalCodeFlaw(country, code), code).toBeUndefined()
  for (const code of bad) expect(postalCodeFlaw(country, code), code).toMatch(/\d/)
})

test.each([
  [
    'SE',
    [
      '811228-9874',
      '8112289874',
      '19811228-9874',
      '198112289874',
      '811228+9874',
      '701063-2391',
      '556036-0793',
      '5560360793',
      '165560360793',
      '16556036-0793',
    ],
    ['811228-9875', '811328-9874', '556036-0794', '5', '19811228-98745'],
  ],
  ['NO', ['15108695088', '988 077 917'], ['15108695089', '988 077 918', '1']],
  ['DK', ['211062-5629', '13 58 56 28'], ['13585627', '321062-5629']],
  ['FI', ['131052-308T', '2077474-0'], ['131052-308U', '2077474-1']],
  ['DE', ['anything'], []],
])('identity numbers of %s have a correct check digit', (country, good, bad) => {
  for (const number of good) expect(identityNumberFlaw(country, number), number).toBeUndefined()
  for (const number of bad) expect(identityNumberFlaw(country, number), number).toBeDefined()
})

test('every example is valid', () => {
  for (const country of ['SE', 'NO', 'DK', 'FI']) {
    const shown = identityNumberFlaw(country, 'x')
    expect(identityNumberFlaw(country, shown?.person ?? '')).toBeUndefined()
    expect(identityNumberFlaw(country, shown?.organisation ?? '')).toBeUndefined()
    expect(postalCodeFlaw(country, postalCodeFlaw(country, 'x') ?? '')).toBeUndefined()
  }
})

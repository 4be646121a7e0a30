import { expect, test } from 'vitest'
import type { Party } from '../model/document/content'
import { canBeInvoiced } from './parties'

const jane: Party = { name: 'Jane Doe', address: { street: 'Long Street 1', city: 'Uppsala' } }

test.each<[string, Party, boolean]>([
  ['with a name, a street and a city', jane, true],
  ['without a name', { address: jane.address ?? {} }, false],
  ['whose name is a space', { ...jane, name: ' ' }, false],
  ['whose city is a space', { ...jane, address: { street: 'Long Street 1', city: ' ' } }, false],
  ['whose street is a space', { ...jane, address: { street: ' ', city: 'Uppsala' } }, false],
  ['whose postcode replaces the street', { ...jane, address: { zipCode: '12345', city: 'Uppsala' } }, true],
])('a buyer %s gets an invoice only if it names the buyer and the address', (_, buyer, isInvoiced) => {
  expect(canBeInvoiced(buyer)).toBe(isInvoiced)
})

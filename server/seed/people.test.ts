import { expect, test } from 'vitest'
import { peppolAddressOf } from '../document/electronic-address'
import { buyerOf } from '../document/parties'
import { customers } from './people'

test('invoices of every business of the demo merchant can have XML', () => {
  const businesses = customers.filter(({ type }) => type === 'organisation')
  expect(businesses).toHaveLength(12)
  for (const business of businesses) expect(peppolAddressOf(buyerOf(business)), business.name).toBeDefined()
})

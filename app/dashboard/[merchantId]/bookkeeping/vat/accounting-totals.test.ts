import { expect, test } from 'vitest'
import { accountingCurrencies, accountingTotal } from './accounting-totals'

const kronor = (amount: bigint) => ({ amount, currency: 'SEK' })
const euros = (amount: bigint) => ({ amount, currency: 'EUR' })
const given = { home: 'SE', currency: 'USD' }

test('amounts of the currencies before and after a move are not added up', () => {
  const rows = [
    { vat: 20_000n, accountingVat: [kronor(100_000n), euros(9000n)] },
    { vat: 500n, accountingVat: [kronor(5000n)] },
    { vat: 0n, accountingVat: null },
  ]
  expect(accountingCurrencies(rows, given)).toEqual(['EUR', 'SEK'])
  expect(accountingTotal(rows, ['EUR', 'SEK'])).toEqual([euros(9000n), kronor(105_000n)])
  expect(accountingTotal(rows.slice(2), ['EUR', 'SEK'])).toEqual([euros(0n)])
})

test('VAT that no document states makes the total unknown', () => {
  const rows = [
    { vat: 2000n, accountingVat: [kronor(24_000n)] },
    { vat: 2000n, accountingVat: null },
  ]
  expect(accountingTotal(rows, ['SEK'])).toBeUndefined()
  expect(accountingCurrencies(rows.slice(1), given)).toEqual(['SEK'])
})

test('sales in the merchant’s own currency, and without VAT, have no second amount', () => {
  expect(
    accountingCurrencies([{ vat: 2000n, accountingVat: null }], { home: 'SE', currency: 'SEK' }),
  ).toEqual([])
  expect(accountingCurrencies([{ vat: 0n, accountingVat: null }], given)).toEqual([])
})

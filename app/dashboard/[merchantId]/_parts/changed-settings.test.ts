import { expect, test } from 'vitest'
import { changedSettings } from './changed-settings'

const saved = {
  timeZone: 'Europe/Stockholm',
  retryDays: [2, 4, 7],
  renewAuthorisations: false,
  // In the order in which PostgreSQL returns them.
  bookkeeping: { zeroVat: { reason: 'Article 1', category: 'G' } },
  company: { legalName: 'Roastery AB', address: { city: 'Malmö' } },
}

const form = {
  timeZone: 'Europe/Stockholm',
  retryDays: [2, 4, 7],
  renewAuthorisations: false,
  bookkeeping: { defaultVat: null, zeroVat: { category: 'G' as const, reason: 'Article 1' } },
  company: { legalName: 'Roastery AB', vatNumber: null, address: { street: null, city: 'Malmö' } },
}

test('a form that nobody changed sends nothing', () => {
  expect(changedSettings(saved, form)).toEqual({})
})

test('a form sends only the settings that were changed, part by part', () => {
  expect(changedSettings(saved, { ...form, retryDays: [2, 4] })).toEqual({ retryDays: [2, 4] })
  const company = { ...form.company, legalName: null, address: { street: 'Storgatan 1', city: 'Malmö' } }
  expect(changedSettings(saved, { ...form, company })).toEqual({
    company: { legalName: null, address: { street: 'Storgatan 1' } },
  })
})

test('the reason for 0% VAT is sent as a whole', () => {
  const zeroVat = { category: 'G' as const }
  expect(changedSettings(saved, { ...form, bookkeeping: { ...form.bookkeeping, zeroVat } })).toEqual({
    bookkeeping: { zeroVat },
  })
})

test('an account number that was not changed is not sent', () => {
  const accounts = { chart: { bank: '1935', fees: null }, datev: { client: 7 }, fiscalYearStart: 1 }
  expect(changedSettings(accounts, { ...accounts, chart: { bank: '1935', fees: '6571' } })).toEqual({
    chart: { fees: '6571' },
  })
  expect(changedSettings(accounts, { ...accounts, datev: { client: 8, consultant: null } })).toEqual({
    datev: { client: 8 },
  })
})

import { expect, test } from 'vitest'
import type { CardService } from './service'
import { serviceTitle } from './service-title'

test('a card service is known by the title that it gives, or else by its name', () => {
  const connecting = { guide: () => ({ title: 'NorthPay' }) }
  const all = [{ name: 'northpay', connecting } as unknown as CardService]
  expect(serviceTitle({ all }, 'northpay')).toBe('NorthPay')
  expect(serviceTitle({ all }, 'removed')).toBe('Removed')
  expect(serviceTitle({ all }, 'test')).toBe('Simulated acquirer')
})

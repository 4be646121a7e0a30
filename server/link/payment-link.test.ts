import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { clockAt } from '../core/clock'
import { findPaymentLink, newPaymentLink } from './payment-link'

const world = testWorld()

test.each([
  ['Europe/Berlin', '2027-04-09T22:00:00.000Z', '2027-04-24T21:59:59.999Z'],
  ['Europe/Berlin', '2027-10-20T08:00:00.000Z', '2027-11-03T22:59:59.999Z'],
  ['Pacific/Auckland', '2027-06-01T11:59:00.000Z', '2027-06-15T11:59:59.999Z'],
  ['UTC', '2027-01-31T00:00:00.000Z', '2027-02-14T23:59:59.999Z'],
])('a link works until the end of the fourteenth day in %s, after %s', async (timeZone, created, expires) => {
  const { context } = await world.newMerchant()
  const merchant = { ...context.merchant, timeZone }
  const of = { orderId: 'aKdRUwhpmEoXqTfB', contact: 'jane@example.com' }
  const link = newPaymentLink({ ...context, merchant, clock: clockAt(new Date(created)) }, of)
  expect(link.expires.toISOString()).toBe(expires)
  expect(link.row.expires).toEqual(link.expires)
})

test.each(['', 'AbCdEfGh', '\0'.repeat(20)])('%j is no key of a link', async (text) => {
  expect(await findPaymentLink(world.runtime, text)).toEqual({ state: 'unknown', merchant: undefined })
})

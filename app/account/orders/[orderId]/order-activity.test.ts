import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderRecord } from '@/server/store/orders'
import { wordsFor } from '../../../_parts/customer/words'
import { OrderActivity } from './order-activity'

type Event = OrderRecord['events'][number]

const words = wordsFor('sv', { locale: 'sv-SE', timeZone: 'Europe/Stockholm' })

/** The activity of an order as its payer reads it, without times. */
function activityOf(...events: Partial<Event>[]): string[] {
  const all = events.map((event, place) => ({
    ...{
      sequence: place + 1,
      date: new Date(),
      amount: null,
      currency: 'SEK',
      reference: null,
      original: null,
    },
    ...event,
  }))
  const order = { events: all as Event[] } as OrderRecord
  const html = renderToStaticMarkup(createElement(OrderActivity, { order, words }))
  return [...html.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, text = '']) => text.replaceAll(/\s/g, ' '))
}

const ordered = { type: 'order' } as const
const charged = { type: 'charge', amount: 110_400n, reference: 'c' } as const
const refunded = { type: 'refund', amount: 49_900n, reference: 'r' } as const

test('a payer reads that a refund failed after it had been reported as done or accepted', () => {
  const failed = { type: 'fail', original: 'refund', reference: 'r' } as const
  expect(activityOf(ordered, charged, refunded, { ...failed, amount: 49_900n })).toEqual([
    ...['Beställt', 'Betalt 1 104,00 kr', 'Återbetalt 499,00 kr'],
    'Återbetalningen på 499,00 kr gick inte igenom',
  ])
  const accepted = { ...refunded, type: 'accept', original: 'refund' } as const
  expect(activityOf(ordered, charged, accepted, failed).at(-1)).toBe(
    'Återbetalningen på 499,00 kr gick inte igenom',
  )
})

test('attempts of the merchant that were declined at once are not shown to the payer', () => {
  const declined = { type: 'fail', original: 'refund', reference: 'd' } as const
  expect(activityOf(ordered, charged, declined)).toEqual(['Beställt', 'Betalt 1 104,00 kr'])
  expect(activityOf(ordered, { ...declined, original: 'charge' })).toEqual([
    'Beställt',
    'Betalningen misslyckades',
  ])
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderRecord } from '@/server/store/orders'
import { wordsFor } from '../../../_parts/customer/words'
import { OrderActivity } from './order-activity'

type Event = OrderRecord['events'][number]

const words = wordsFor('sv', { locale: 'sv-SE', timeZone: 'Europe/Stockholm' })

type Dispute = Parameters<typeof OrderActivity>[0]['disputes'][number]

/** The activity of an order as its payer reads it, without times. */
const activityOf = (...events: Partial<Event>[]) => disputedActivityOf([], ...events)

function disputedActivityOf(disputes: Dispute[], ...events: Partial<Event>[]): string[] {
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
  const html = renderToStaticMarkup(createElement(OrderActivity, { order, disputes, words }))
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

test('a payer reads the outcome of a dispute among the events, but nothing about inquiries', () => {
  const day = (date: number) => new Date(Date.UTC(2026, 10, date))
  const dispute: Dispute = {
    id: 'd',
    state: 'needs response',
    isInquiry: false,
    amount: 50_000n,
    currency: 'SEK',
    opened: day(2),
    decided: null,
  }
  const activity = (of: Partial<Dispute>) =>
    disputedActivityOf(
      [{ ...dispute, ...of }],
      { ...ordered, date: day(1) },
      { ...charged, date: day(1) },
      { ...refunded, date: day(4) },
    )
  const opened = '500,00 kr reklamerat hos din bank'
  const lost = '500,00 kr återbetalt av din bank'
  const won = 'Din bank avgjorde reklamationen av 500,00 kr till butikens fördel'
  const around = (...lines: string[]) => ['Beställt', 'Betalt 1 104,00 kr', ...lines]
  const refund = 'Återbetalt 499,00 kr'
  expect(activity({})).toEqual(around(opened, refund))
  expect(activity({ isInquiry: true })).toEqual(around(refund))
  expect(activity({ state: 'closed' })).toEqual(around(opened, refund))
  expect(activity({ state: 'lost', decided: day(3) })).toEqual(around(opened, lost, refund))
  expect(activity({ state: 'won', decided: day(5) })).toEqual(around(opened, refund, won))
  expect(activity({ state: 'lost' })).toEqual(around(`${opened} · ${lost}`, refund))
  // A dispute can be older than the order if a test merchant's clock was moved; the events keep their order.
  const late = disputedActivityOf([], { ...ordered, date: day(2) }, { ...charged, date: day(1) })
  expect(late).toEqual(around())
})

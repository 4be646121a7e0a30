import { describe, expect, test } from 'vitest'
import { failedLater, openLateFailures } from './late-failures'

type Event = Parameters<typeof failedLater>[0]

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 12, minute))

/** Events of an order, a minute apart. */
const history = (...events: (Pick<Event, 'type'> & Partial<Event>)[]): Event[] =>
  events.map((event, minute) => ({
    original: null,
    amount: null,
    reference: null,
    date: at(minute),
    ...event,
  }))

const charge = { type: 'charge', amount: 100n, reference: 'c' } as const
const refund = { type: 'refund', amount: 60n, reference: 'r' } as const
const refundFailed = { type: 'fail', original: 'refund', amount: 60n, reference: 'r' } as const

const open = (
  events: Event[],
  { due = null, noted, isWithBank = false }: { due?: string | null; noted?: Date; isWithBank?: boolean } = {},
) => openLateFailures({ events, due }, { noted, isWithBank }).map(({ kind, amount }) => [kind, amount])

describe('a late failure', () => {
  test('is one of what was done, or of what was accepted', () => {
    const events = history(
      { type: 'accept', original: 'refund', amount: 40n, reference: 'a' },
      { type: 'fail', original: 'refund', reference: 'a' },
      refundFailed,
      { type: 'fail', original: 'refund', reference: 'refused' },
      { type: 'fail', original: 'refund' },
    )
    expect(events.map((event) => failedLater(event, events))).toEqual([
      ...[undefined, 40n, 60n],
      ...[undefined, undefined],
    ])
  })

  test('matters until the same amount has been moved', () => {
    expect(open(history(charge, refund))).toEqual([])
    expect(open(history(charge, refund, refundFailed))).toEqual([['refund', 60n]])
    const part = { type: 'refund', amount: 25n, reference: 's' } as const
    expect(open(history(charge, refund, refundFailed, part))).toEqual([['refund', 35n]])
    expect(open(history(charge, refund, refundFailed, part, { ...part, amount: 35n }))).toEqual([])
    expect(open(history(charge, refund, refundFailed, charge))).toEqual([['refund', 60n]])
  })

  test('matters once, however often the next attempt fails too, and not while an attempt is on its way', () => {
    const accepted = (reference: string) =>
      ({ type: 'accept', original: 'refund', amount: 60n, reference }) as const
    const failed = (reference: string) => ({ type: 'fail', original: 'refund', reference }) as const
    const twice = [charge, accepted('a'), failed('a'), accepted('b'), failed('b')]
    expect(open(history(...twice))).toEqual([['refund', 60n]])
    expect(open(history(...twice, accepted('c')))).toEqual([])
    expect(open(history(...twice, accepted('c'), { ...refund, reference: 'c' }))).toEqual([])
    // What is done of an accepted one does not count again.
    const other = { type: 'accept', original: 'refund', amount: 20n, reference: 'd' } as const
    const done = { ...refund, amount: 20n, reference: 'd' }
    expect(open(history(...twice, other, done))).toEqual([['refund', 40n]])
  })

  test('of a charge matters although the rest of the order is cancelled', () => {
    const failed = { type: 'fail', original: 'charge', amount: 100n, reference: 'c' } as const
    expect(open(history(charge, failed, { type: 'cancel', amount: 100n }))).toEqual([['charge', 100n]])
  })

  test('of a cancellation matters until the amount is cancelled or charged', () => {
    const failed = { type: 'fail', original: 'cancel', amount: 100n } as const
    expect(open(history({ type: 'cancel', amount: 100n }, failed))).toEqual([['cancel', 100n]])
    expect(open(history({ type: 'cancel', amount: 100n }, failed, charge))).toEqual([])
  })

  test('is dealt with once somebody has written what was done instead', () => {
    const events = history(charge, refund, refundFailed)
    expect(open(events, { noted: at(1) })).toEqual([['refund', 60n]])
    expect(open(events, { noted: at(3) })).toEqual([])
  })

  test('of a refund is left to the bank if the customer has disputed the payment', () => {
    expect(open(history(charge, refund, refundFailed), { isWithBank: true })).toEqual([])
    const failed = { type: 'fail', original: 'cancel', amount: 100n } as const
    expect(open(history({ type: 'cancel', amount: 100n }, failed), { isWithBank: true })).toHaveLength(1)
  })

  test('of a subscription payment is left to its retries', () => {
    const events = history(
      { type: 'accept', original: 'charge', amount: 100n, reference: 'a' },
      { type: 'fail', original: 'charge', reference: 'a' },
    )
    expect(open(events, { due: '2026-11-27' })).toEqual([])
    expect(open(events)).toEqual([['charge', 100n]])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KassaError } from '../errors'
import { costOf, type Line, newLine, unitStates, unitsWithin } from './lines'
import {
  applyMove,
  type EventKind,
  type Move,
  noShares,
  type OrderState,
  paymentStatus,
  planMove,
} from './rules'
import { type EventCreatable, type Item, type State, states } from './schemas'

const currencies = fc.constantFrom('SEK', 'JPY', 'KWD', 'CLF')
const name = fc.constantFrom('Coffee', 'Tea')
const quantity = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(0.5, 1.5, 2.25))
const item: fc.Arbitrary<Item> = fc.record(
  {
    name,
    price: fc.integer({ min: 0, max: 20_000_000 }).map((millionths) => millionths / 1e6),
    quantity,
    vat: fc.constantFrom(0, 6, 12.5, 25),
    unit: fc.constantFrom('kg', 'piece'),
  },
  { requiredKeys: ['price'] },
)
const kind = fc.constantFrom<EventKind>('charge', 'cancel', 'refund')
const choice = fc.record(
  { name, quantity, vat: fc.constantFrom(0, 25), unit: fc.constantFrom('kg', 'piece') },
  { requiredKeys: [] },
)
const lineEvent: fc.Arbitrary<EventCreatable> = fc.record(
  { type: kind, items: fc.oneof(choice, fc.array(choice, { minLength: 1, maxLength: 3 })) },
  { requiredKeys: ['type'] },
)
const amountEvent: fc.Arbitrary<EventCreatable> = fc.record(
  { type: kind, items: fc.integer({ min: 1, max: 400 }) },
  { requiredKeys: ['type'] },
)

const orderOfLines = (items: Item[], currency: string): OrderState => {
  const lines = items.map((each) => newLine(each, currency))
  return { currency, lines, shares: { ...noShares(), ordered: totalOf(lines) } }
}

const totalOf = (lines: Line[]) => lines.reduce((sum, line) => sum + BigInt(line.total), 0n)
const wholeOf = ({ shares }: OrderState) => states.reduce((sum, state) => sum + shares[state], 0n)

/** The order after an event. A refused event changes nothing and throws the documented error. */
function after(order: OrderState, event: EventCreatable): OrderState {
  const move = planned(order, [], event)
  return move ? applyMove(order, event.type, move) : order
}

function planned(order: OrderState, running: Parameters<typeof planMove>[1], event: EventCreatable) {
  try {
    return planMove(order, running, event)
  } catch (error) {
    expect(error).toBeInstanceOf(KassaError)
    expect((error as KassaError).code).toMatch(/^(order|lines|amount)\./)
    return undefined
  }
}

function expectSound(order: OrderState, amount: bigint) {
  expect(wholeOf(order)).toBe(amount)
  for (const state of states) expect(order.shares[state] >= 0n).toBe(true)
  if (!order.lines) return
  // Each state has the amount that its units cost.
  const costs = noShares()
  for (const line of order.lines) {
    unitStates(line).forEach((state: State, unit) => {
      costs[state] += costOf(line, [unit])
    })
  }
  expect(order.shares).toEqual(costs)
}

test('an order with lines adds up after any events', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      currencies,
      fc.array(lineEvent, { maxLength: 12 }),
      (items, currency, events) => {
        const order = orderOfLines(items, currency)
        const end = events.reduce((now, event) => {
          const next = after(now, event)
          expectSound(next, wholeOf(order))
          return next
        }, order)
        expect(end.lines?.map(({ total }) => total)).toEqual(order.lines?.map(({ total }) => total))
      },
    ),
    { numRuns: 300 },
  )
})

test('an order with an amount adds up after any events', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 100_000n),
      currencies,
      fc.array(amountEvent, { maxLength: 12 }),
      (amount, currency, events) => {
        const order: OrderState = { currency, lines: null, shares: { ...noShares(), ordered: amount } }
        events.reduce((now, event) => {
          const next = after(now, event)
          expectSound(next, amount)
          return next
        }, order)
      },
    ),
    { numRuns: 300 },
  )
})

test('simultaneous events never move more than there is, in whatever order they end', () => {
  const orders = fc.oneof(
    fc.tuple(fc.array(item, { minLength: 1, maxLength: 4 }), fc.array(lineEvent, { maxLength: 8 })),
    fc.tuple(fc.constant(null), fc.array(amountEvent, { maxLength: 8 })),
  )
  fc.assert(
    fc.property(orders, currencies, fc.infiniteStream(fc.nat()), ([items, events], currency, seeds) => {
      const order: OrderState = items
        ? orderOfLines(items, currency)
        : { currency, lines: null, shares: { ...noShares(), ordered: 30_000n } }
      let now = order
      const running: { kind: EventKind; move: Move }[] = []
      for (const event of events) {
        const move = planned(now, running, event)
        if (move) running.push({ kind: event.type, move })
        // Some complete, in a different order from the one in which they began.
        const seed: number = seeds.next().value ?? 0
        if (seed % 3 === 0) continue
        const [ended] = running.splice(seed % Math.max(running.length, 1), 1)
        if (ended && seed % 5 !== 0) now = applyMove(now, ended.kind, ended.move)
        expectSound(now, wholeOf(order))
      }
      for (const { kind, move } of running) now = applyMove(now, kind, move)
      expectSound(now, wholeOf(order))
    }),
    { numRuns: 300 },
  )
})

test('charging unit by unit charges the line, to the cent', () => {
  fc.assert(
    fc.property(item, currencies, ({ quantity: _, ...rest }, currency) => {
      const order = orderOfLines([{ ...rest, quantity: 9 }], currency)
      const end = Array.from({ length: 9 }).reduce<OrderState>(
        (now) => after(now, { type: 'charge', items: { quantity: 1 } }),
        order,
      )
      expect(end.shares).toEqual({ ...noShares(), charged: wholeOf(order) })
    }),
  )
})

test.each([
  [{ ordered: 1n, charged: 9n }, 'created'],
  [{ pending: 1n }, 'created'],
  [{ denied: 1n }, 'created'],
  [{ charged: 1n, refunded: 9n, cancelled: 9n }, 'created'],
  [{ refunded: 1n, cancelled: 9n }, 'created'],
  [{ ordered: 1n, cancelled: 9n }, 'created'],
  [{ pending: 1n, cancelled: 9n }, 'created'],
  [{ denied: 1n, cancelled: 9n }, 'created'],
  [{ refunded: 9n }, 'created'],
  [{}, 'created'],
  [{ cancelled: 9n }, 'cancelled'],
  [{ cancelled: 9n }, 'expired', true],
  [{ charged: 1n, cancelled: 9n }, 'created', true],
])('a payment of %o is %s', (shares, status, hasExpired = false) => {
  expect(paymentStatus({ ...noShares(), ...shares }, hasExpired)).toBe(status)
})

test('a running charge reserves what is ordered, and nothing of what is charged', () => {
  const shares = { ...noShares(), ordered: 4_000n, charged: 6_000n }
  const order: OrderState = { currency: 'SEK', lines: null, shares }
  const running = [{ kind: 'charge' as const, move: { amount: 3_000n, units: null } }]
  expect(planMove(order, running, { type: 'refund' }).amount).toBe(6_000n)
  expect(planMove(order, running, { type: 'cancel' }).amount).toBe(1_000n)
})

test('as many units fit into an amount as cost no more, each by its own rounding; 0.8 kg fits as a whole', () => {
  // 33.33, 33.34 and 33.33
  const three = { price: 100 / 3, quantity: 3, total: '10000', units: 'ccc' }
  expect(
    [3_332n, 3_333n, 6_666n, 6_667n, 10_000n].map((most) => unitsWithin(three, [0, 1, 2], most)),
  ).toEqual([0, 1, 1, 2, 3])
  expect(unitsWithin(three, [1, 2], 3_333n)).toBe(0)
  const cheese = { price: 112, quantity: 0.8, total: '8960', units: 'c' }
  expect([8_959n, 8_960n].map((most) => unitsWithin(cheese, [0], most))).toEqual([0, 1])
})

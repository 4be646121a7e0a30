import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderSituation, type OrderStanding, orderFacts, type UnderWay } from './facts'
import { noShares, type Shares } from './rules'
import { states } from './schemas'

const until = new Date('2026-11-28T12:00:00Z')

const standing = (shares: Partial<Shares>, more: Partial<OrderStanding> = {}): OrderStanding => ({
  ...{ ...noShares(), ...shares },
  ...{ serviceReference: 'a', authorisedUntil: null, retryOn: null },
  ...more,
})

const factsOf = (order: OrderStanding, underWay: UnderWay[] = [], disputed = 0n, returned = 0n) =>
  orderFacts({ order, underWay, disputed, returned }).map(({ total: _, ...fact }) => fact)

const share = fc.bigInt({ min: 0n, max: 10n ** 13n })
const amounts = fc.record({ ...Object.fromEntries(states.map((state) => [state, share])) })
const situation: fc.Arbitrary<OrderSituation> = fc.record({
  order: fc
    .record({
      shares: amounts,
      serviceReference: fc.option(fc.constant('a')),
      authorisedUntil: fc.option(fc.constant(until)),
      retryOn: fc.option(fc.constant('2026-11-29')),
    })
    .map(({ shares, ...rest }) => standing({ ...noShares(), ...shares }, rest)),
  underWay: fc.array(
    fc.record({
      kind: fc.constantFrom('authorise', 'charge', 'cancel', 'refund', 'pay'),
      amount: share,
      needsApproval: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  disputed: share,
  returned: share,
})

test('states the amount of each state and of each running operation', () => {
  fc.assert(
    fc.property(situation, ({ order, underWay, disputed, returned }) => {
      const facts = orderFacts({ order, underWay, disputed, returned })
      const { ordered, pending, charged, refunded, cancelled, denied } = order
      const total = ordered + pending + charged + refunded + cancelled + denied
      const sum = (kind: string) =>
        underWay.filter((each) => each.kind === kind).reduce((all, { amount }) => all + amount, 0n)
      const isUnpaid = order.serviceReference === null
      const unpaid = ordered + pending + denied
      const isPaying = isUnpaid && (ordered > 0n || underWay.some(({ kind }) => kind === 'pay'))
      const isApproval = underWay.find(({ kind }) => kind === 'pay')?.needsApproval ?? false
      const expected: Record<string, bigint> = {
        paid: charged - returned - sum('refund'),
        refunded,
        cancelled,
        disputed,
        returned,
        refunding: sum('refund'),
        cancelling: sum('cancel'),
        reserved: isUnpaid ? 0n : ordered - sum('charge') - sum('cancel'),
        approval: isPaying && isApproval ? unpaid : 0n,
        processing: isPaying ? (isApproval ? 0n : unpaid) : sum('charge'),
        failed: isPaying ? 0n : pending,
        unpaid: isPaying ? 0n : denied,
      }
      const named = Object.fromEntries(facts.map(({ kind, amount }) => [kind, amount]))
      expect(named).toEqual(Object.fromEntries(Object.entries(expected).filter(([, amount]) => amount > 0n)))
      expect(facts.every((fact) => fact.total === total && fact.amount > 0n)).toBe(true)
      expect(new Set(facts.map(({ kind }) => kind)).size).toBe(facts.length)
    }),
  )
})

describe('an order that', () => {
  const unpaid = { serviceReference: null, retryOn: '2026-11-29' }
  const approving: UnderWay = { kind: 'pay', amount: 100n, needsApproval: true }

  test.each([
    ['is reserved', standing({ ordered: 100n }, { authorisedUntil: until }), [{ kind: 'reserved', until }]],
    ['failed and is retried', standing({ pending: 100n }, unpaid), [{ kind: 'failed', next: '2026-11-29' }]],
    ['was given up', standing({ denied: 100n }, { serviceReference: null }), [{ kind: 'unpaid' }]],
    [
      'is paid for the first time',
      standing({ ordered: 100n }, { serviceReference: null }),
      [{ kind: 'processing' }],
    ],
    [
      'was cancelled unpaid',
      standing({ cancelled: 100n }, { serviceReference: null }),
      [{ kind: 'cancelled' }],
    ],
  ])('%s', (_, order, expected) => {
    expect(factsOf(order)).toEqual(expected.map((each) => ({ ...each, amount: 100n })))
  })

  test('waits for approval is not described as failed', () => {
    expect(factsOf(standing({ pending: 100n }, unpaid), [approving])).toEqual([
      { kind: 'approval', amount: 100n },
    ])
  })

  test('was returned by the bank is not described as paid', () => {
    expect(factsOf(standing({ charged: 100n }), [], 0n, 100n)).toEqual([{ kind: 'returned', amount: 100n }])
    expect(factsOf(standing({ charged: 100n }), [], 0n, 30n)).toEqual([
      { kind: 'paid', amount: 70n },
      { kind: 'returned', amount: 30n },
    ])
  })

  test('is being charged in part is not described as reserved with all of it', () => {
    const under = (kind: UnderWay['kind'], amount: bigint): UnderWay => ({
      kind,
      amount,
      needsApproval: false,
    })
    const order = standing({ ordered: 250n })
    expect(factsOf(order, [under('charge', 100n), under('cancel', 30n)])).toEqual([
      { kind: 'processing', amount: 100n },
      { kind: 'reserved', amount: 120n },
      { kind: 'cancelling', amount: 30n },
    ])
  })

  test('was charged in part names the parts in order', () => {
    const order = standing({ charged: 60n, ordered: 20n, refunded: 30n, cancelled: 10n })
    const refund: UnderWay = { kind: 'refund', amount: 5n, needsApproval: false }
    expect(factsOf(order, [refund], 7n).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['paid', 55n],
      ['reserved', 20n],
      ['disputed', 7n],
      ['refunded', 30n],
      ['refunding', 5n],
      ['cancelled', 10n],
    ])
  })
})

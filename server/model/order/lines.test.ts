import { beforeAll, describe, expect, test } from 'vitest'
import { getOrder, orderOf, post } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { EventCreatable, Order } from './schemas'

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const coffee = { name: 'Coffee', price: 79.2, quantity: 2, unit: 'piece', vat: 25 }
const tea = { name: 'Tea', price: 40, quantity: 3, vat: 12 }
const sugar = { name: 'Sugar', price: 20, quantity: 1.5, unit: 'kg', vat: 12 }

/** Applies events, all of which succeed, and returns the order. */
async function orderAfter(items: unknown, ...events: EventCreatable[]): Promise<Order> {
  const order = await orderOf(shop, items)
  for (const event of events) {
    const { status, text } = await post(shop, order.id, event)
    expect(status, text).toBe(201)
  }
  return getOrder(shop, order.id)
}

/** The states of the units of each line, one letter per unit: `cco` is two charged units and one ordered. */
const statesOf = ({ items }: Order) =>
  [items].flat().map(({ status }) => status.map((state) => (state === 'cancelled' ? 'x' : state[0])).join(''))

describe('items of the response', () => {
  test('of one line are an object with the state of each unit', async () => {
    const order = await orderAfter(coffee, { type: 'charge', items: { quantity: 1 } })
    expect(order.items).toEqual({ ...coffee, status: ['charged', 'ordered'] })
    expect((await orderOf(shop, [coffee])).items).toEqual({ ...coffee, status: ['ordered', 'ordered'] })
  })

  test('of several lines are an array, in the order in which they were sent', async () => {
    const { items } = await orderOf(shop, [tea, coffee, sugar])
    expect(items).toEqual([
      { ...tea, status: ['ordered', 'ordered', 'ordered'] },
      { ...coffee, status: ['ordered', 'ordered'] },
      { ...sugar, status: ['ordered'] },
    ])
  })

  test('return a line as it was sent', async () => {
    for (const line of [
      { price: 0.333333, quantity: 3 },
      { price: 1, vat: 0, quantity: 1 },
    ]) {
      const { items } = await orderOf(shop, line)
      expect(items).toEqual({ ...line, status: Array(line.quantity).fill('ordered') })
    }
  })

  test('of an amount are an object, or one entry per state', async () => {
    expect((await orderAfter(100)).items).toEqual({ price: 100, status: ['ordered'] })
    expect((await orderAfter(100, { type: 'charge' })).items).toEqual({ price: 100, status: ['charged'] })
    expect((await orderAfter(100, { type: 'cancel', items: 30.5 })).items).toEqual([
      { price: 69.5, status: ['ordered'] },
      { price: 30.5, status: ['cancelled'] },
    ])
  })
})

describe('selects lines by name, price, vat and unit', () => {
  const lines = [coffee, tea, sugar, { ...coffee, price: 99 }, { name: 'Water', price: 1 }]

  test.each<[unknown, string[]]>([
    [{ name: 'Tea' }, ['oo', 'coo', 'o', 'oo', 'o']],
    [{ name: 'Tea', quantity: 3 }, ['oo', 'ccc', 'o', 'oo', 'o']],
    [{ price: 99 }, ['oo', 'ooo', 'o', 'co', 'o']],
    [{ name: 'Coffee', price: 99, quantity: 2 }, ['oo', 'ooo', 'o', 'cc', 'o']],
    [{ unit: 'kg' }, ['oo', 'ooo', 'c', 'oo', 'o']],
    [{ name: 'Sugar', quantity: 1.5 }, ['oo', 'ooo', 'c', 'oo', 'o']],
    [{ vat: 0 }, ['oo', 'ooo', 'o', 'oo', 'c']],
    [{ name: 'Coffee', quantity: 3 }, ['cc', 'ooo', 'o', 'co', 'o']],
    [{ vat: 12, quantity: 4 }, ['oo', 'ccc', 'c', 'oo', 'o']],
    [
      [{ name: 'Coffee' }, { name: 'Coffee' }, { name: 'Tea', quantity: 2 }],
      ['cc', 'cco', 'o', 'oo', 'o'],
    ],
    [
      [{ unit: 'kg' }, { name: 'Water', price: 1, vat: 0, quantity: 1 }],
      ['oo', 'ooo', 'c', 'oo', 'c'],
    ],
  ])('%j', async (items, states) => {
    const order = await orderAfter(lines, { type: 'charge', items } as EventCreatable)
    expect(statesOf(order)).toEqual(states)
    expect(order.event.at(-1)).toMatchObject({ type: 'charge', items })
  })

  test('takes units of identical lines from one line after the other', async () => {
    const line = { name: 'Tea', price: 10, quantity: 2 }
    const order = await orderAfter([line, line], { type: 'charge', items: { ...line, quantity: 3 } })
    expect([statesOf(order), order.status]).toEqual([['cc', 'co'], { ordered: 10, charged: 30 }])
  })

  test('treats a fractional quantity as one unit of its line', async () => {
    const cheese = { name: 'Cheese', price: 100, unit: 'kg' }
    const lines = [
      { ...cheese, quantity: 2 },
      { ...cheese, quantity: 0.5 },
      { ...cheese, quantity: 1.25 },
    ]
    const order = await orderAfter(lines, { type: 'charge', items: { name: 'Cheese', quantity: 1.25 } })
    expect([statesOf(order), order.status]).toEqual([['oo', 'o', 'c'], { ordered: 250, charged: 125 }])
  })
})

describe('refuses an event that is not possible and changes nothing', () => {
  test.each<[string, unknown, EventCreatable[], unknown, string]>([
    ['more than there is', [coffee], [], { type: 'charge', items: { name: 'Coffee', quantity: 3 } }, 'items'],
    [
      'more than there is left',
      [coffee],
      [{ type: 'charge', items: { quantity: 1 } }],
      { type: 'cancel', items: [{ quantity: 2 }] },
      'items[0]',
    ],
    [
      'more than there is, in two selections',
      [tea],
      [],
      { type: 'charge', items: [{ quantity: 2 }, { quantity: 2 }] },
      'items[1]',
    ],
    [
      'a line that does not exist',
      [tea, coffee],
      [],
      { type: 'charge', items: [{ name: 'Tea' }, { name: 'tea' }] },
      'items[1]',
    ],
    ['a different price', [tea], [], { type: 'charge', items: { name: 'Tea', price: 40.01 } }, 'items'],
    [
      'a unit that the line does not have',
      [tea],
      [],
      { type: 'charge', items: { name: 'Tea', unit: 'kg' } },
      'items',
    ],
    ['part of a fraction', [sugar], [], { type: 'charge', items: { quantity: 0.5 } }, 'items'],
    ['a fraction of whole units', [coffee], [], { type: 'charge', items: { quantity: 1.5 } }, 'items'],
    ['an amount for an order with lines', [coffee], [], { type: 'charge', items: 79.2 }, 'items'],
    ['lines for an order with an amount', 100, [], { type: 'charge', items: [{ name: 'Coffee' }] }, 'items'],
    ['a line for an order with an amount', 100, [], { type: 'charge', items: { quantity: 1 } }, 'items'],
    ['more than the amount', 100, [], { type: 'charge', items: 100.01 }, 'items'],
    [
      'more than the amount that is left',
      100,
      [{ type: 'charge', items: 60 }],
      { type: 'cancel', items: 40.01 },
      'items',
    ],
    ['an amount with too many decimals', 100, [], { type: 'charge', items: 9.999 }, 'items'],
    ['a refund of an uncharged order', 100, [], { type: 'refund' }, 'type'],
    ['a refund of uncharged lines', [tea], [], { type: 'refund' }, 'type'],
    ['a second charge', 100, [{ type: 'charge' }], { type: 'charge' }, 'type'],
    [
      'a charge of a cancelled order',
      [tea],
      [{ type: 'cancel' }],
      { type: 'charge', items: { name: 'Tea' } },
      'type',
    ],
    ['a cancellation of a charged order', 100, [{ type: 'charge' }], { type: 'cancel', items: 1 }, 'type'],
    ['a second refund', [tea], [{ type: 'charge' }, { type: 'refund' }], { type: 'refund' }, 'type'],
  ])('%s', async (_, items, events, event, property) => {
    const before = await orderAfter(items, ...events)
    const { body } = await post(shop, before.id, event)
    expect(body).toMatchObject({ status: 400, type: 'invalid content', content: { property } })
    expect(await getOrder(shop, before.id)).toEqual(before)
  })
})

describe('a line costs', () => {
  test.each<[unknown, string, number]>([
    [coffee, 'SEK', 198],
    [{ price: 0.335, quantity: 1 }, 'SEK', 0.34],
    [{ price: 3.33, quantity: 3, vat: 25 }, 'SEK', 12.49],
    [
      [
        { price: 0.125, vat: 20 },
        { price: 0.125, vat: 20 },
      ],
      'SEK',
      0.3,
    ],
    [{ price: 99.5, vat: 8 }, 'JPY', 107],
    [{ price: 1.0005 }, 'KWD', 1.001],
    [{ price: 19.99, quantity: 0.333, vat: 6 }, 'EUR', 7.06],
  ])('%j in %s: %s', async (items, currency, amount) => {
    const order = await orderOf(shop, items, { currency })
    expect([order.status, order.payment.amount]).toEqual([{ ordered: amount }, amount])
  })

  test('the same in parts as in whole', async () => {
    // 10.00 in three parts: 3.33, 3.34 and 3.33.
    const order = await orderOf(shop, { name: 'Tea', price: 3.333333, quantity: 3 })
    const charged: (number | undefined)[] = []
    for (let unit = 0; unit < 3; unit++) {
      await post(shop, order.id, { type: 'charge', items: { name: 'Tea' } })
      charged.push((await getOrder(shop, order.id)).status.charged)
    }
    expect(charged).toEqual([3.33, 6.67, 10])
    await post(shop, order.id, { type: 'refund', items: { name: 'Tea', quantity: 2 } })
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 3.33, refunded: 6.67 })
  })

  test('nothing, and still changes its state', async () => {
    const lines = [
      { name: 'Gift', price: 0 },
      { name: 'Tea', price: 10 },
    ]
    const order = await orderAfter(lines, { type: 'charge', items: { name: 'Gift' } }, { type: 'cancel' })
    expect([statesOf(order), order.status]).toEqual([['c', 'x'], { cancelled: 10 }])
  })
})

test.each<[EventCreatable[], Order['payment']['status']]>([
  [[], 'created'],
  [[{ type: 'charge', items: { quantity: 1 } }], 'created'],
  [[{ type: 'charge' }], 'created'],
  [[{ type: 'charge', items: { quantity: 1 } }, { type: 'cancel' }], 'created'],
  [[{ type: 'charge' }, { type: 'refund', items: { quantity: 1 } }], 'created'],
  [[{ type: 'charge' }, { type: 'refund' }], 'created'],
  [[{ type: 'charge', items: { quantity: 1 } }, { type: 'cancel' }, { type: 'refund' }], 'created'],
  [[{ type: 'cancel' }], 'cancelled'],
])('after %j the payment is %s', async (events, status) => {
  expect((await orderAfter(coffee, ...events)).payment.status).toBe(status)
})

const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6Imthc3NhLWNhcmQifQ.eyJpZCI6IkpDVnB1aVBaeWFhY2x5SXcifQ.OI8F6…'
const account = 'aKdRUwhpmEoXqTfB'
const order = 'SMMuZaKHyaoUObVl'
const created = '2026-03-31T14:03:00.000Z'
const card = { scheme: 'visa', iin: '411111', last4: '1111', expires: [12, 30] }

const customer = {
  type: 'person',
  name: 'Jane Doe',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  email: 'jane@example.com',
}
const method = { type: 'card', created, token, ...card }
const ordered = {
  type: 'order',
  date: created,
  sequence: 1,
  reference: 'ea960752-c71e-49db-9677-974bf3008964',
}
const charge = {
  type: 'charge',
  date: '2026-04-01T08:15:00.000Z',
  sequence: 2,
  items: 40,
  reference: '26300c02-3cbe-420a-a1a8-8601f3152f28',
}
const payment = {
  reference: 'e6edf346-0179-4125-b84a-b3a00abe4e2a',
  type: 'card',
  status: 'created',
  ...card,
  amount: 100,
  currency: 'SEK',
  service: 'test',
  card: token,
  created,
}
const refusal = {
  status: 400,
  type: 'invalid content',
  content: {
    type: 'Event',
    description: 'At most 60.00 SEK can be charged.',
    property: 'items',
  },
}
const accountLink = {
  id: 'qWmRkTzLpNvXcBdF',
  url: 'http://localhost:3000/login/eyJhbGciOiJIUzI1NiJ9',
  created,
  expires: '2026-04-03T14:03:00.000Z',
  key: 'eyJhbGciOiJIUzI1NiJ9…',
  contact: 'jane@example.com',
  used: false,
}

const subscription = {
  id: 'kGhT',
  number: 'S-1',
  items: 249,
  currency: 'SEK',
  schedule: { frequency: 'quarterly', offset: [2, -1] },
  start: '2026-04-01',
  due: '2026-06-30',
}

/** Examples of the objects in responses, consistent with each other. */
export const samples: Readonly<Record<string, unknown>> = {
  Account: { id: account, number: '10042', customer, method: [method], status: 'active', subscription: [] },
  AccountKey: { key: 'ak_test_4fJ9…', account, created, expires: '2026-04-03T14:03:00.000Z' },
  AccountLink: accountLink,
  Callback: {
    type: 'order.charged',
    timestamp: charge.date,
    data: {
      order: {
        id: order,
        number: '2026-0001',
        items: [
          { price: 60, status: ['ordered'] },
          { price: 40, status: ['charged'] },
        ],
        currency: 'SEK',
        created,
        payment,
        event: [ordered, charge],
        status: { ordered: 60, charged: 40 },
        callback: 'https://shop.example/callbacks',
      },
    },
  },
  Card: { token, ...card, created, validUntil: '2026-03-31T15:03:00.000Z' },
  Clock: { now: '2027-01-30T23:00:00.000Z' },
  ClockMoved: {
    now: '2027-01-30T23:00:00.000Z',
    complete: true,
    to: '2027-01-30T23:00:00.000Z',
    orders: 3,
    charged: 3,
    failed: 0,
    ended: 0,
    reminders: 1,
  },
  Customer: customer,
  Event: charge,
  Health: { status: 'ok' },
  Method: method,
  Order: {
    id: order,
    number: '2026-0001',
    items: { price: 100, status: ['ordered'] },
    currency: 'SEK',
    created,
    payment,
    event: [ordered],
    status: { ordered: 100 },
  },
  OrderLine: {
    name: 'Coffee',
    quantity: 2,
    unit: 'bag',
    price: 79.2,
    vat: 12,
    status: ['charged', 'ordered'],
  },
  OrderOutcome: { id: order, event: [charge] },
  OrderShare: { price: 40, status: ['charged'] },
  Payment: payment,
  Subscription: subscription,
  Upcoming: { date: '2026-06-30', amount: 249, currency: 'SEK' },
  Error: refusal,
}

/** Responses for which no example of their schema fits, by operation and status. */
export const responseSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  changeOrders: {
    207: [
      { id: order, event: [charge] },
      { id: 'bTqLmWzKcVrXnPdG', event: [], error: refusal },
    ],
  },
  getOpenApi: { 200: { openapi: '3.1.0', info: { title: 'Kassa', version: '1' }, paths: {} } },
}

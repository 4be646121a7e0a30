/** Where Kassa is in the examples. The documentation shows its own address instead. */
export const exampleOrigin = 'http://localhost:3000'

const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6Imthc3NhLWNhcmQifQ.eyJpZCI6IkpDVnB1aVBaeWFhY2x5SXcifQ.OI8F6…'
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
const charged = {
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
const order = {
  id: 'SMMuZaKHyaoUObVl',
  number: '2026-0001',
  items: { price: 100, status: ['ordered'] },
  currency: 'SEK',
  created,
  payment,
  event: [ordered],
  status: { ordered: 100 },
}
const partlyCharged = {
  ...order,
  items: [
    { price: 60, status: ['ordered'] },
    { price: 40, status: ['charged'] },
  ],
  event: [ordered, charged],
  status: { ordered: 60, charged: 40 },
  callback: 'https://shop.example/callbacks',
}

/** Examples of the larger schemas, consistent with each other, for the documentation. */
export const examples = {
  account: {
    id: 'aKdRUwhpmEoXqTfB',
    number: '10042',
    customer,
    method: [method],
    status: 'active',
    subscription: [],
  },
  callback: { type: 'order.charged', timestamp: charged.date, data: { order: partlyCharged } },
  card: { token, ...card, created, validUntil: '2026-03-31T15:03:00.000Z' },
  customer,
  erasedAccount: {
    id: 'aKdRUwhpmEoXqTfB',
    number: '10042',
    method: [],
    status: 'created',
    subscription: [],
    erased: charged.date,
  },
  event: charged,
  link: {
    id: 'qWmRkTzLpNvXcBdF',
    url: `${exampleOrigin}/login/eyJhbGciOiJIUzI1NiJ9`,
    created,
    expires: '2026-04-03T14:03:00.000Z',
    key: 'eyJhbGciOiJIUzI1NiJ9…',
    contact: 'jane@example.com',
    used: false,
  },
  method,
  order,
  payment,
  subscription: {
    id: 'kGhT',
    number: 'S-1',
    items: 249,
    currency: 'SEK',
    schedule: { frequency: 'quarterly', offset: [2, -1] },
    start: '2026-04-01',
    due: '2026-06-30',
  },
}

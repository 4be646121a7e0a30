/** A body to send, with a title if there are several. */
export interface RequestExample {
  title?: string
  body: unknown
}

/** Shell variables for values that only the reader has, by the name of the property. */
export const texts: Readonly<Record<string, string>> = {
  account: '$ACCOUNT',
  card: '$CARD_TOKEN',
  id: '$ORDER',
  token: '$METHOD_TOKEN',
}

const coffee = { name: 'Coffee', quantity: 2, unit: 'bag', price: 79.2, vat: 12 }
const delivery = { name: 'Delivery', price: 39.2, vat: 25 }

/** Bodies for operations that can be used in several ways. The others get one that is built from their schema. */
export const requestExamples: Readonly<Record<string, readonly RequestExample[]>> = {
  createAccount: [
    {
      body: {
        number: '10042',
        customer: { type: 'person', name: 'Jane Doe', email: 'jane@example.com' },
        method: [{ type: 'token', card: '$CARD_TOKEN' }],
      },
    },
  ],
  createOrder: [
    {
      title: 'An amount, on a one-time card token',
      body: {
        number: '2026-0001',
        items: 100,
        currency: 'SEK',
        payment: { type: 'card', card: '$CARD_TOKEN' },
      },
    },
    {
      title: 'Lines, on the default card of an account',
      body: {
        number: '2026-0002',
        items: [coffee, delivery],
        currency: 'SEK',
        payment: { type: 'account', account: '$ACCOUNT' },
      },
    },
  ],
  createSubscription: [
    {
      title: 'At the end of every quarter',
      body: {
        number: 'S-1',
        items: 249,
        currency: 'SEK',
        schedule: { frequency: 'quarterly', offset: [2, -1] },
      },
    },
    {
      title: 'Lines, every month on the day of its start, for a while',
      body: { items: [coffee], currency: 'SEK', schedule: 'monthly', start: '2030-01-31', end: '2031-01-31' },
    },
  ],
  replaceSubscription: [
    { body: { items: 299, currency: 'SEK', schedule: { frequency: 'monthly', offset: -1 } } },
  ],
  changeSubscription: [
    { title: 'Another price', body: { items: 299 } },
    { title: 'End it on a date', body: { end: '2030-12-31' } },
  ],
  moveClock: [
    { title: 'To a date', body: { to: '2030-01-31' } },
    { title: 'By a while', body: { advance: { months: 1 } } },
  ],
  chargeCancelOrRefund: [
    { title: 'Charge an amount', body: { type: 'charge', items: 40 } },
    { title: 'Charge all that is left', body: { type: 'charge' } },
    {
      title: 'Charge one unit of a line, of an order made with lines',
      body: { type: 'charge', items: [{ name: 'Coffee', quantity: 1 }] },
    },
    { title: 'Refund all that was charged', body: { type: 'refund' } },
  ],
  changeOrders: [
    {
      body: [
        { id: '$ORDER', event: [{ type: 'charge', items: 40 }, { type: 'cancel' }] },
        { id: '$ANOTHER_ORDER', event: [{ type: 'cancel' }] },
      ],
    },
  ],
}

export interface ExampleRequest {
  path: string
  body: object
}

const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }

/** The requests that empty lists show to developers, in the merchant's currency. `<account>` and `<token>` are theirs to fill in. */
export const exampleRequests = {
  account: () => ({ path: '/account', body: { customer, method: [] } }),
  order: (currency) => ({
    path: '/order',
    body: { number: 'A-1', items: 198, currency, payment: { type: 'card', card: '<token>' } },
  }),
  subscription: (currency) => ({
    path: '/account/<account>/subscription',
    body: {
      items: { name: 'Membership', price: 79.2, vat: 25 },
      currency,
      schedule: 'monthly',
    },
  }),
} satisfies Record<string, (currency: string) => ExampleRequest>

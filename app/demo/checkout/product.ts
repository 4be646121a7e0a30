/** What the sample shop sells. The price is without VAT, as the interface wants it. */
export const product = {
  name: 'Morning coffee, 1 kg',
  price: 199.2,
  vat: 25,
  currency: 'SEK',
} as const

export const mostAtOnce = 5

/** The product of the sample shop. The price excludes VAT, as the interface expects. */
export const product = {
  name: 'Morning coffee, 1 kg',
  price: 199.2,
  vat: 25,
  currency: 'SEK',
} as const

export const mostAtOnce = 5

/** The product of the sample shop, besides its name. The price excludes VAT, as the interface expects. */
export const product = {
  price: 199.2,
  vat: 25,
  currency: 'SEK',
} as const

export const mostAtOnce = 5

/** The sample shop's product, without its name. The price excludes VAT, as the API expects. */
export const product = {
  price: 199.2,
  vat: 25,
  currency: 'SEK',
} as const

export const maxQuantity = 5

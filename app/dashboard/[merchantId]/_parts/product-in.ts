/** Returns the product that a search may name, as rows are called: "Tea" of "Tea, 30 November". */
export function productIn(search: string | undefined): string | undefined {
  const product = search?.trim().replace(/,\s*(?:\d.*)?$/u, '')
  return product && /\p{L}/u.test(product) ? product : undefined
}

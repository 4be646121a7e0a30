/** The link that opens a mail to an address. Its name may have characters that have a meaning in links, such as `?`. */
export const mailto = (address: string): string =>
  `mailto:${address.split('@').map(encodeURIComponent).join('@')}`

/** Returns the host of an address; the address itself if it has none. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

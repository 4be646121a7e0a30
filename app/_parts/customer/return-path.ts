/** Plain path segments: nothing that a browser could read as another site or a parent folder. */
const plain = /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/
/**
 * A merchant, a cursor or the number of a page. Never `note`: anyone can request a login link for someone else, and so
 * choose the page it opens.
 */
const query = /^(?:after|before|merchant|page)=[\w%.-]+$/
const maxLength = 1000

function isUnder(area: string, text: string | undefined): text is string {
  if (text === undefined || text.length > maxLength) return false
  const [path = '', ...rest] = text.split('?')
  if (!plain.test(path) || (rest.length > 0 && !query.test(rest.join('?')))) return false
  return path === area || path.startsWith(`${area}/`)
}

/** Returns a text if it is a page of the account. Login redirects only to these. */
export const ownPage = (text: string | undefined): string | undefined =>
  isUnder('/account', text) ? text : undefined

const ofCustomers = ['/login', '/pay', '/bank', '/demo'] as const

/** Returns a text if it is a page that customers see. */
export const ownReturnPath = (text: string | undefined): string | undefined =>
  ownPage(text) ?? (ofCustomers.some((area) => isUnder(area, text)) ? text : undefined)

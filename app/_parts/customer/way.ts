/** Plain words between slashes: nothing that a browser could read as another site or a way up. */
const plain = /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/
/** Whose page, or which part of a list; never a note, for whoever asks for a link in another's name chooses its page. */
const query = /^(?:after|before|merchant)=[\w%.-]+$/
const longest = 1000

function isUnder(area: string, text: string | undefined): text is string {
  if (text === undefined || text.length > longest) return false
  const [path = '', ...rest] = text.split('?')
  if (!plain.test(path) || (rest.length > 0 && !query.test(rest.join('?')))) return false
  return path === area || path.startsWith(`${area}/`)
}

/** A page of the account, if that is what a text names: where to go on after signing in, and never anywhere else. */
export const ownPage = (text: string | undefined): string | undefined =>
  isUnder('/account', text) ? text : undefined

/** The same, or a page on the way in. */
export const ownWay = (text: string | undefined): string | undefined =>
  ownPage(text) ?? (isUnder('/login', text) ? text : undefined)

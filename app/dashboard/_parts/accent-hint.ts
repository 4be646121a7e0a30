/** What else to say when a search finds nothing: searches take letters with accents for others than those without. */
export const accentHint = (search: string): string =>
  /^[a-z' .-]+$/i.test(search) ? ' Type letters such as å, ö and é as they are in the name.' : ''

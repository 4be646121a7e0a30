/** What else to say when a search finds nothing: a search for “o” does not find “ö”. */
export const accentHint = (search: string): string =>
  /^[a-z' .-]+$/i.test(search) ? ' Type letters such as å, ö and é exactly as in the name.' : ''

/** Adds parameters to the query of a path, except those that are undefined. */
export function withQuery(path: string, parts: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** Returns the dashboard page to open after signing in. Any other address is replaced by the dashboard's front page. */
export function returnPathAfterSignIn(to: unknown): string {
  const fallback = '/dashboard'
  if (typeof to !== 'string' || !URL.canParse(to, base)) return fallback
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && /^\/dashboard(\/|$)/.test(pathname) ? pathname + search : fallback
}

const base = 'http://kassa.invalid'

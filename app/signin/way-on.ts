/** Where to go after signing in: a page of the dashboard, and never anywhere else, whatever an address says. */
export function wayOn(to: unknown): string {
  const fallback = '/dashboard'
  if (typeof to !== 'string' || !URL.canParse(to, base)) return fallback
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && /^\/dashboard(\/|$)/.test(pathname) ? pathname + search : fallback
}

const base = 'http://kassa.invalid'

import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { visa } from './call'

export type Path = (string | number)[]

/** An endpoint with a body, and a body with every property that it accepts. */
export interface BodyRow {
  name: string
  /** Required properties. */
  required: string[]
  body: unknown
}

const client = { ip: '203.0.113.7', browser: 'Firefox' }
const customer = {
  type: 'person',
  identityNumber: '1',
  id: 'c1',
  name: 'Jane',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  email: 'jane@example.com',
  phone: '+46 8 1',
}
export const line = { name: 'Coffee', price: 9.5, quantity: 2, unit: 'kg', vat: 25 }
const event = { type: 'charge', items: [line] }

/**
 * Every endpoint with a body. The tokens and ids in the bodies are invalid; `{account}` and `{order}` are
 * placeholders.
 */
export const bodyRows: BodyRow[] = [
  {
    name: 'POST /account',
    required: ['method', 'method.0.type', 'method.0.card'],
    body: { number: 'A-1', customer, method: [{ type: 'token', card: 'x', client }] },
  },
  { name: 'PUT /account/{account}/customer', required: [], body: customer },
  {
    name: 'POST /account/{account}/method',
    required: ['type', 'card'],
    body: { type: 'token', card: 'x', client: { ip: '::1', browser: { language: 'sv', depth: 24 } } },
  },
  { name: 'PUT /account/{account}/method', required: ['0.token'], body: [{ token: 'x' }] },
  {
    name: 'POST /order',
    required: ['items', 'items.0.price', 'currency', 'payment', 'payment.type', 'payment.card'],
    body: {
      number: '1',
      items: [line],
      currency: 'SEK',
      payment: { type: 'card', card: 'x', client },
      callback: 'https://example.com/a',
    },
  },
  {
    name: 'POST /order',
    required: ['payment.account'],
    body: { items: line, currency: 'SEK', payment: { type: 'account', account: 'x' } },
  },
  { name: 'POST /clock', required: [], body: { to: '2026-11-30' } },
  { name: 'POST /clock', required: [], body: { advance: { days: 1, months: 1 } } },
  {
    name: 'POST /account/{account}/subscription',
    required: ['items', 'currency', 'schedule', 'schedule.frequency'],
    body: {
      number: 'S-1',
      items: [line],
      currency: 'SEK',
      schedule: { frequency: 'quarterly', offset: [2, -1] },
      start: '2090-01-01',
      end: '2095-01-01',
      callback: 'https://example.com/a',
    },
  },
  {
    name: 'PATCH /order',
    required: ['0.id', '0.event', '0.event.0.type'],
    body: [{ id: 'x', event: [event] }],
  },
  { name: 'POST /order/{order}/event', required: ['type'], body: event },
  {
    name: 'POST /card',
    required: ['pan', 'expires', 'csc'],
    body: { pan: visa, expires: [12, 40], csc: '987' },
  },
]

/** Returns everything in the database as text, except when keys were last used and the request log. */
export async function everything(db: Database): Promise<string> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('api_key', 'request_log', 'request_contents', 'request_log_usage', 'attempt_count')`,
  )
  const parts = tables.map(({ name }) => `select '${name}' as name, t::text as row from "${name}" t`)
  return JSON.stringify(await db.execute(sql.raw(`${parts.join(' union all ')} order by 1, 2`)))
}

/**
 * Returns a copy of a value in which the one at `path` is replaced; undefined removes it. Works for `__proto__` too.
 */
export function withAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return replacement
  const changed = JSON.parse(JSON.stringify(value)) as object
  const inner = withAt(Reflect.get(changed, first), rest, replacement)
  if (inner === undefined) Reflect.deleteProperty(changed, first)
  else
    Object.defineProperty(changed, first, {
      value: inner,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return changed
}

/** Returns every value in a body, with its path. */
export const walk = (value: unknown, path: Path = []): [Path, unknown][] => [
  [path, value],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        walk(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : []),
]

/** Returns a path as an error names it: `items[2].price`. */
export const shown = (path: Path): string =>
  path.reduce<string>((text, p) => (typeof p === 'number' ? `${text}[${p}]` : text ? `${text}.${p}` : p), '')

/** Returns JSON text with a number exactly as written, which a double may not be able to hold. */
export const withNumber = (body: unknown, path: Path, number: string): string =>
  JSON.stringify(withAt(body, path, '@number')).replace('"@number"', number)

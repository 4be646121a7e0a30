import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { EventType } from '@/db/schema'
import type { Context } from '../core/context'
import type { Scheme } from '../model/card/schemas'
import { fail } from '../model/errors'
import { instant } from '../model/fields'
import type { Items } from '../model/order/schemas'
import { requireAccount } from '../store/accounts'

interface Facts {
  /** Something happened to an order of it. `amount`: minor units, as text. */
  order: {
    order: string
    number: string | null
    type: EventType
    original: 'charge' | 'cancel' | 'refund' | null
    error: { code: string; description: string } | null
    amount: string | null
    currency: string
    subscription: string | null
  }
  /** A login link was asked for by the customer or by a key; what people send is told by `deed`. */
  link: { contact: string }
  linkUsed: { contact: string }
  card: { scheme: Scheme; last4: string }
  subscription: { id: string; number: string | null; items: Items }
  subscriptionEnded: { id: string; number: string | null; items: Items }
  account: Record<string, never>
  /** What somebody did in the dashboard. `subject`: the account, or `account/subscription`. */
  deed: { email: string; action: string; subject: string }
}

/** Something that happened to an account. `key` tells those apart that happened at the same moment. */
export type Happening = {
  [Kind in keyof Facts]: { date: Date; key: string; kind: Kind; facts: Facts[Kind] }
}[keyof Facts]

interface Read extends Record<string, unknown> {
  date: string
  key: string
  kind: keyof Facts
  facts: never
}

/**
 * All that happened to an account, the newest first: its orders, cards, subscriptions, login links, and what people did.
 * Throws `not-found`, and `cursor.invalid` on a cursor that is none of this list.
 */
export async function accountHistory(
  { db, merchant }: Context,
  accountId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: Happening[]; next?: string }> {
  await requireAccount(db, merchant.id, accountId)
  const place = after === undefined ? undefined : readCursor(after)
  // Each source gives a page at most, from the place on.
  const page = (date: SQL, key: SQL, kind: keyof Facts, facts: SQL, from: SQL): SQL =>
    sql`(select ${date} as date, ${key} as key, ${sql.raw(`'${kind}'`)} as kind, ${facts} as facts ${from}
      ${place ? sql`and (${date}, ${key}) < (${place.date}::timestamptz, ${place.key})` : sql``}
      order by 1 desc, 2 desc limit ${limit + 1})`
  const of = (table: SQL) => sql`${table}.merchant_id = ${merchant.id} and ${table}.account_id = ${accountId}`
  /** Made otherwise than by somebody in the dashboard, which is told as their deed. */
  const byOthers = (table: SQL) => sql`(${table}.origin is null or ${table}.origin not like 'user:%')`
  const [l, c, s, a] = [sql`l`, sql`c`, sql`s`, sql`a`]
  const asked = sql`jsonb_build_object('id', s.id, 'number', s.number, 'items', s.items)`
  const sources = [
    page(
      sql`e.date`,
      sql`'order.' || e.order_id || lpad(e.sequence::text, 9, '0')`,
      'order',
      sql`jsonb_build_object('order', o.id, 'number', o.number, 'type', e.type, 'original', e.original, 'error', e.error,
        'amount', coalesce(e.amount, case when e.type = 'order' then o.amount end)::text, 'currency', e.currency,
        'subscription', o.subscription_id)`,
      sql`from "order" o join order_event e on e.merchant_id = o.merchant_id and e.order_id = o.id
        where ${of(sql`o`)}`,
    ),
    page(
      sql`l.created`,
      sql`'link.' || l.id`,
      'link',
      sql`jsonb_build_object('contact', l.contact)`,
      sql`from account_link ${l} where ${of(l)} and ${byOthers(l)}`,
    ),
    page(
      sql`l.used`,
      sql`'used.' || l.id`,
      'linkUsed',
      sql`jsonb_build_object('contact', l.contact)`,
      sql`from account_link ${l} where ${of(l)} and l.used is not null`,
    ),
    page(
      sql`c.created`,
      sql`'card.' || c.id`,
      'card',
      sql`jsonb_build_object('scheme', c.scheme, 'last4', c.last4)`,
      sql`from method ${c} where ${of(c)}`,
    ),
    page(
      sql`s.created`,
      sql`'subscription.' || s.id`,
      'subscription',
      asked,
      sql`from subscription ${s} where ${of(s)} and ${byOthers(s)}`,
    ),
    page(
      sql`s.ended`,
      sql`'ended.' || s.id`,
      'subscriptionEnded',
      asked,
      sql`from subscription ${s} where ${of(s)} and s.ended is not null`,
    ),
    page(
      sql`a.created`,
      sql`'account.' || a.id`,
      'account',
      sql`'{}'::jsonb`,
      sql`from account ${a} where a.merchant_id = ${merchant.id} and a.id = ${accountId} and ${byOthers(a)}`,
    ),
    page(
      sql`d.date`,
      sql`'deed.' || d.id`,
      'deed',
      sql`jsonb_build_object('email', d.email, 'action', d.action, 'subject', d.subject_id)`,
      sql`from audit_entry d where d.merchant_id = ${merchant.id} and d.subject_id = any(
        array(select ${accountId} || '/' || s.id from subscription s where ${of(s)}) || ${accountId}::text)`,
    ),
  ]
  const read = await db.execute<Read>(sql`
    select to_char(date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date, key, kind, facts
    from (${sql.join(sources, sql` union all `)}) happened
    order by happened.date desc, key desc limit ${limit + 1}`)
  const rows = read
    .slice(0, limit)
    .map(({ date, key, kind, facts }) => ({ date: new Date(date), key, kind, facts }) as Happening)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, ...(last && { next: `${last.date.toISOString()} ${last.key}` }) }
}

const Place = z.tuple([instant(), z.string().regex(/^[a-z]+\.[\w-]+$/)])

function readCursor(cursor: string): { date: string; key: string } {
  const place = Place.safeParse(cursor.split(' '))
  if (place.success) return { date: place.data[0], key: place.data[1] }
  throw fail('cursor.invalid', { field: 'cursor' })
}

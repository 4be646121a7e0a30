import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { account, order } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { fail } from '../model/errors'
import { textUpTo } from '../model/fields'
import { accountTransaction } from '../store/accounts'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { isOrder } from '../store/orders'
import type { Subject } from './subject'

export const Tag = textUpTo(40).trim().min(1)

/** How many tags an account or order can have, how many are suggested, and from how many tagged rows. */
const max = 20
const suggested = 50
const tagged = 1000
/** How many tagged rows are read to find the spellings of a tag. */
const maxSpelled = 5_000

/** Adds a tag, unless one differs only in case. Throws `not-found` or `tag.too-many`. */
export const addTag = (context: Context, { tag, ...subject }: Subject & { tag: string }): Promise<void> =>
  changeTags(context, subject, (tags) => {
    if (tags.some((each) => isSame(each, tag))) return tags
    if (tags.length >= max) throw fail('tag.too-many', { max })
    return [...tags, tag]
  })

/** Removes a tag. Throws `not-found`. */
export const removeTag = (context: Context, { tag, ...subject }: Subject & { tag: string }): Promise<void> =>
  changeTags(context, subject, (tags) => tags.filter((each) => each !== tag))

const isSame = (a: string, b: string) => a.normalize().toLowerCase() === b.normalize().toLowerCase()

type Change = (tags: readonly string[]) => readonly string[]

/** Changes the tags of an account or order under its lock, so that simultaneous changes see each other. */
async function changeTags(context: Context, { subject, id }: Subject, change: Change): Promise<void> {
  const { merchant } = context
  /** The tags afterwards; undefined if they stay as they are. */
  const changed = (tags: readonly string[] | null) => {
    const before = tags ?? []
    const after = change(before)
    if (after.length === before.length) return undefined
    return { tags: after.length > 0 ? [...after] : null }
  }
  if (subject === 'account')
    return accountTransaction(context, id, async ({ db }, { tags }) => {
      const set = changed(tags)
      const isAccount = and(eq(account.merchantId, merchant.id), eq(account.id, id))
      if (set) await db.update(account).set(set).where(isAccount)
    })
  return orderTransaction(context, id, async (inside) => {
    const before = await lockOrder(inside, id)
    if (!before) throw fail('not-found', { what: 'order' })
    const set = changed(before.tags)
    if (set) await inside.db.update(order).set(set).where(isOrder(merchant.id, id))
  })
}

type Tagged = typeof order | typeof account

/** Selects the tags of rows that have any. */
const usedIn = (table: Tagged, { merchant }: Scope, limit: number) =>
  sql`(select ${table.tags} as tags from ${table}
    where ${table.merchantId} = ${merchant.id} and ${table.tags} is not null limit ${limit}::int)`

/** Returns the tags that the merchant's team uses, the most used first. */
export async function tagsInUse(scope: Scope): Promise<string[]> {
  const rows = await scope.db.execute<{ tag: string }>(sql`
    select tag from (${usedIn(order, scope, tagged)} union all ${usedIn(account, scope, tagged)}) used, unnest(used.tags) tag
    group by tag order by count(*) desc, tag limit ${suggested}`)
  return rows.map(({ tag }) => tag)
}

/**
 * Returns the spellings of a tag: as it is typed, and with the capitals and in the form of Unicode that it has on accounts
 * or orders, which the index on tags distinguishes.
 */
export async function spellingsOf(scope: Scope, table: Tagged, tag: string): Promise<string[]> {
  const rows = await scope.db.execute<{ tag: string }>(sql`
    select distinct tag from ${usedIn(table, scope, maxSpelled)} used, unnest(used.tags) tag
    where lower(normalize(tag)) = lower(normalize(${tag}))`)
  return [...new Set([tag, tag.toLowerCase(), tag.toUpperCase(), ...rows.map((row) => row.tag)])]
}

/** The condition for rows with a tag in one of these spellings. */
export const hasTag = (column: SQLWrapper, spellings: readonly string[]): SQL =>
  sql`${column} && ${sql.param(spellings)}::text[]`

import { and, eq, sql } from 'drizzle-orm'
import { account, order } from '@/db/schema'
import type { Scope } from '../core/context'
import { fail } from '../model/errors'
import { textUpTo } from '../model/fields'
import { requireSubject, type Subject } from './subject'

export const Tag = textUpTo(40).trim().min(1)

/** How many tags an account or order can have, how many are suggested, and from how many tagged rows. */
const max = 20
const suggested = 50
const tagged = 1000

/** Adds a tag, unless one differs only in case. Throws `not-found` or `tag.too-many`. */
export async function addTag(scope: Scope, { tag, ...subject }: Subject & { tag: string }): Promise<void> {
  const tags = await requireSubject(scope, subject)
  if (tags.some((each) => isSame(each, tag))) return
  if (tags.length >= max) throw fail('tag.too-many', { max })
  // Not the tags that were read, so that neither of two simultaneous additions is lost.
  await changeTags(scope, subject, (present) => sql`array_append(coalesce(${present}, '{}'), ${tag})`)
}

/** Removes a tag. Throws `not-found`. */
export async function removeTag(scope: Scope, { tag, ...subject }: Subject & { tag: string }): Promise<void> {
  await requireSubject(scope, subject)
  await changeTags(scope, subject, (present) => sql`nullif(array_remove(${present}, ${tag}), '{}')`)
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type Tags = typeof order.tags | typeof account.tags

async function changeTags(
  { db, merchant }: Scope,
  { subject, id }: Subject,
  change: (present: Tags) => ReturnType<typeof sql>,
): Promise<void> {
  const table = subject === 'order' ? order : account
  await db
    .update(table)
    .set({ tags: change(table.tags) })
    .where(and(eq(table.merchantId, merchant.id), eq(table.id, id)))
}

/** Returns the tags that the merchant's team uses, the most used first. */
export async function tagsInUse({ db, merchant }: Scope): Promise<string[]> {
  const of = (table: typeof order | typeof account) =>
    sql`(select ${table.tags} as tags from ${table}
      where ${table.merchantId} = ${merchant.id} and ${table.tags} is not null limit ${tagged})`
  const rows = await db.execute<{ tag: string }>(sql`
    select tag from (${of(order)} union all ${of(account)}) used, unnest(used.tags) tag
    group by tag order by count(*) desc, tag limit ${suggested}`)
  return rows.map(({ tag }) => tag)
}

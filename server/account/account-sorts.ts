import { asc, desc, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { account } from '@/db/schema'
import { cursorOf, rowsAfter } from '../core/cursor'
import { instant, storableText } from '../model/fields'

/** How lists of accounts can be sorted. */
export const accountSorts = ['newest', 'oldest', 'name', 'name-down'] as const
export type AccountSort = (typeof accountSorts)[number]

/** The name of an account in a list. `account_called` is an index on it. */
export const calledAs = sql<string>`lower(coalesce(${account.customer}->>'name', ${account.customer}->>'email', ${account.id}))`

/** The order of a sorted list. Each has an index. */
export const orderOf: Record<AccountSort, SQL> = {
  newest: sql`${desc(account.created)}, ${desc(account.id)}`,
  oldest: sql`${asc(account.created)}, ${asc(account.id)}`,
  name: sql`${asc(calledAs)}, ${asc(account.id)}`,
  'name-down': sql`${desc(calledAs)}, ${desc(account.id)}`,
}

const accountId = z.string().regex(/^[A-Za-z]{16}$/)
const cursors = {
  newest: cursorOf(z.tuple([z.literal('newest'), instant(), accountId])),
  oldest: cursorOf(z.tuple([z.literal('oldest'), instant(), accountId])),
  name: cursorOf(z.tuple([z.literal('name'), storableText(2000), accountId])),
  'name-down': cursorOf(z.tuple([z.literal('name-down'), storableText(2000), accountId])),
}

/** The position of an account in a sorted list. */
export interface AccountPlace {
  created: Date
  called: string
  id: string
}

export const cursorAt = ({ created, called, id }: AccountPlace, sort: AccountSort): string => {
  switch (sort) {
    case 'newest':
      return cursors.newest.write([sort, created.toISOString(), id])
    case 'oldest':
      return cursors.oldest.write([sort, created.toISOString(), id])
    case 'name':
      return cursors.name.write([sort, called, id])
    case 'name-down':
      return cursors['name-down'].write([sort, called, id])
  }
}

export function afterCursor(cursor: string, sort: AccountSort): SQL {
  const [, place, id] = cursors[sort].read(cursor)
  return rowsAfter(
    [isDated(sort) ? account.created : calledAs, account.id],
    [isDated(sort) ? sql`${place}::timestamptz` : sql`${place}`, sql`${id}`],
    sort === 'oldest' || sort === 'name' ? 'ascending' : 'descending',
  )
}

export const isDated = (sort: AccountSort) => sort === 'newest' || sort === 'oldest'

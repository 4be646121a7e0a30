import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { membership } from '@/db/schema'
import type { Scope } from '../core/context'
import { lists } from '../model/preferences'

export const ColumnChoice = z.strictObject({
  list: z.enum(lists),
  /** The keys of the columns in their order; null for the defaults. */
  columns: z
    .array(z.string().regex(/^[a-zA-Z0-9]{1,40}$/))
    .max(40)
    .nullable(),
})
type ColumnChoice = z.output<typeof ColumnChoice>

/** Returns the columns that a user chose for a list; null if they chose none. */
export async function columnsOfList(
  { db, merchant }: Scope,
  { userId, list }: { userId: string; list: ColumnChoice['list'] },
): Promise<string[] | null> {
  const [found] = await db
    .select({ preferences: membership.preferences })
    .from(membership)
    .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, userId)))
  return found?.preferences.columns?.[list] ?? null
}

/** Stores the columns that a user chose for a list, beside the user's other preferences. */
export async function chooseColumns(
  { db, merchant }: Scope,
  { userId, list, columns }: { userId: string } & ColumnChoice,
): Promise<void> {
  const kept = sql`coalesce(${membership.preferences} -> 'columns', '{}'::jsonb)`
  const next =
    columns === null
      ? sql`${kept} - ${list}::text`
      : sql`${kept} || jsonb_build_object(${list}::text, ${JSON.stringify(columns)}::jsonb)`
  await db
    .update(membership)
    .set({ preferences: sql`${membership.preferences} || jsonb_build_object('columns', ${next})` })
    .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, userId)))
}

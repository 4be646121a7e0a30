import { and, asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { savedView } from '@/db/schema'
import type { Context } from '../core/context'
import { newId } from '../core/id'
import { fail } from '../model/errors'
import { text } from '../model/fields'
import { lists } from '../model/preferences'

/** How many saved views a user may have per list. */
const maxViews = 30

/** Lists whose filters can be saved. */
export const ViewList = z.enum(lists)
export type ViewList = z.infer<typeof ViewList>

export const NewView = z.strictObject({
  list: ViewList,
  name: text().max(60),
  /** The query of the list's address, without `?`. */
  query: z.string().min(1).max(2000),
})

export interface SavedView {
  id: string
  name: string
  query: string
}

/** Returns a user's own views of a list, by name. */
export const listViews = (
  { db, merchant }: Context,
  { userId, list }: { userId: string; list: ViewList },
): Promise<SavedView[]> =>
  db
    .select({ id: savedView.id, name: savedView.name, query: savedView.query })
    .from(savedView)
    .where(mine(merchant.id, userId, list))
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id))

/** Saves filters under a name. Saving the same again changes nothing. Throws `view.too-many` or `view.name-taken`. */
export async function saveView(
  context: Context,
  { userId, list, name, query }: { userId: string } & z.output<typeof NewView>,
): Promise<SavedView> {
  const { db, merchant, clock } = context
  const views = await listViews(context, { userId, list })
  const taken = views.find((view) => view.name === name)
  if (taken?.query === query) return taken
  if (taken) throw fail('view.name-taken', { name })
  if (views.length >= maxViews) {
    throw fail('view.too-many', { max: maxViews })
  }
  const view = { id: newId(), name, query }
  await db.insert(savedView).values({ ...view, merchantId: merchant.id, userId, list, created: clock.now() })
  return view
}

/** Deletes a user's own view. Throws `not-found`, also for someone else's. */
export async function removeView(
  { db, merchant }: Context,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const removed = await db
    .delete(savedView)
    .where(and(eq(savedView.merchantId, merchant.id), eq(savedView.userId, userId), eq(savedView.id, id)))
  if (removed.count === 0) throw fail('not-found', { what: 'view' })
}

const mine = (merchantId: string, userId: string, list: ViewList) =>
  and(eq(savedView.merchantId, merchantId), eq(savedView.userId, userId), eq(savedView.list, list))

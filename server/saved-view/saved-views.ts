import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { savedView } from '@/db/schema'
import type { Context } from '../core/context'
import { newId } from '../core/id'
import { fail } from '../model/errors'
import { text } from '../model/fields'

/** How many views of a list somebody may keep: more are no help. */
const mostViews = 30

/** Lists that filters can be kept of. */
export const ViewList = z.enum(['orders'])
export type ViewList = z.infer<typeof ViewList>

export const NewView = z.strictObject({
  list: ViewList,
  name: text().max(60),
  /** As the list's address has it, without `?`. */
  query: z.string().min(1).max(2000),
})

export interface View {
  id: string
  name: string
  query: string
}

/** Somebody's own views of a list, by name. */
export const viewsOf = ({ db, merchant }: Context, userId: string, list: ViewList): Promise<View[]> =>
  db
    .select({ id: savedView.id, name: savedView.name, query: savedView.query })
    .from(savedView)
    .where(mine(merchant.id, userId, list))
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id))

/** Keeps filters under a name. Throws `view.too-many` or `view.name-taken`. */
export async function saveView(
  context: Context,
  userId: string,
  { list, name, query }: z.output<typeof NewView>,
): Promise<View> {
  const { db, merchant, clock } = context
  const views = await viewsOf(context, userId, list)
  if (views.some((view) => view.name === name)) {
    throw fail('view.name-taken', { name })
  }
  if (views.length >= mostViews) {
    throw fail('view.too-many', { most: mostViews })
  }
  const view = { id: newId(), name, query }
  await db.insert(savedView).values({ ...view, merchantId: merchant.id, userId, list, created: clock.now() })
  return view
}

/** Forgets a view of one's own. Throws `not-found`, also for the view of another user. */
export async function removeView({ db, merchant }: Context, userId: string, id: string): Promise<void> {
  const removed = await db
    .delete(savedView)
    .where(and(eq(savedView.merchantId, merchant.id), eq(savedView.userId, userId), eq(savedView.id, id)))
  if (removed.count === 0) throw fail('not-found', { what: 'view' })
}

const mine = (merchantId: string, userId: string, list: ViewList) =>
  and(eq(savedView.merchantId, merchantId), eq(savedView.userId, userId), eq(savedView.list, list))

import * as z from 'zod'
import { listViews, NewView, removeView, saveView, ViewList } from '../saved-view/saved-views'
import { sentence } from './audit-text'
import { as, changes, router } from './init'
import { Named } from './named'

const saved = sentence(
  'saved a view',
  z.object({ after: z.object({ name: z.string() }) }),
  ({ after }) => `saved the view “${after.name}”`,
)

/** Saved views are personal, so viewers have them too. */
export const viewRouter = router({
  list: as('viewer')
    .input(z.strictObject({ list: ViewList }))
    .query(({ ctx: { context }, input }) =>
      listViews(context, { userId: context.actor.userId, list: input.list }),
    ),

  save: changes('viewer', saved)
    .input(NewView)
    .mutation(({ ctx: { context }, input }) => saveView(context, { userId: context.actor.userId, ...input })),

  remove: changes('viewer', 'deleted a saved view')
    .input(Named)
    .mutation(({ ctx: { context }, input }) =>
      removeView(context, { userId: context.actor.userId, id: input.id }),
    ),
})

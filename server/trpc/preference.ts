import { ColumnChoice, chooseColumns, columnsOfList } from '../saved-view/columns'
import { as, changes, router } from './init'

/** A user's own choices, so viewers may change them too. */
export const preferenceRouter = router({
  columns: as('viewer')
    .input(ColumnChoice.pick({ list: true }))
    .query(async ({ ctx: { context }, input }) => ({
      columns: await columnsOfList(context, { userId: context.actor.userId, ...input }),
    })),

  chooseColumns: changes('viewer', 'chose the columns of a list')
    .input(ColumnChoice)
    .mutation(({ ctx: { context }, input }) =>
      chooseColumns(context, { userId: context.actor.userId, ...input }),
    ),
})

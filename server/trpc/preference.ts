import { ColumnChoice, chooseColumns, columnsOfList } from '../saved-view/columns'
import { as, changes, router } from './init'

/** What users choose for themselves, so viewers may too. */
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

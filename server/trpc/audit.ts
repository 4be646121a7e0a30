import { differences } from '../audit/differences'
import { AuditQuery, listActions } from '../audit/list-actions'
import { describeAction } from './describe-action'
import { as, router } from './init'

/** How many actions a page of the list has. */
const pageLength = 50

export const auditRouter = router({
  list: as('admin')
    .input(AuditQuery)
    .query(async ({ ctx: { context }, input }) => {
      const { rows, next } = await listActions(context, { ...input, limit: pageLength })
      return {
        next,
        deeds: rows.map(({ id, date, email, action, subject, subjectId, before, after }) => ({
          ...{ id, date, email, action, subject, subjectId },
          words: describeAction(action),
          differences: differences(before, after),
        })),
      }
    }),
})

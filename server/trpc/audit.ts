import { differences } from '../audit/differences'
import { AuditQuery, listActions } from '../audit/list-actions'
import { type Meta, reading, router } from './init'

/** How many actions a page of the list has. */
const pageLength = 50

/** What people did outside of procedures. */
const others: Record<string, string> = {
  'settings.create': 'created this merchant',
  'team.join': 'joined the team',
}

/** The audit log, in the words of the procedures that wrote it. */
export const auditRouter = (procedures: object) => {
  const inWords = (action: string): string => {
    const { meta }: { meta?: Meta } = Reflect.get(procedures, action)?._def ?? {}
    return meta?.auditText ?? others[action] ?? generic(action)
  }
  return router({
    list: reading('admin')
      .input(AuditQuery)
      .query(async ({ ctx: { context }, input }) => {
        const { rows, next } = await listActions(context, { ...input, limit: pageLength })
        return {
          next,
          deeds: rows.map(({ id, date, email, action, subject, subjectId, before, after }) => ({
            ...{ id, date, email, action, subject, subjectId },
            words: inWords(action),
            differences: differences(before, after),
          })),
        }
      }),
  })
}

/** An action that no longer exists, in words: `callback.replay` is "callback: replay". */
const generic = (action: string) =>
  action.replace('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

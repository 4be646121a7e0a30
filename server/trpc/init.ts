import { isDeepStrictEqual } from 'node:util'
import { initTRPC, type TRPCError } from '@trpc/server'
import { type AuditedAction, recordAction } from '../audit/record-action'
import { readInTurn } from '../core/read-turns'
import { hideCardNumbers } from '../model/card-number'
import { fail } from '../model/errors'
import { mayActAs, type Role } from '../model/roles'
import { memberContext, requireUser } from '../user/session'
import type { AuditText } from './audit-text'
import type { Caller } from './context'
import { DashboardError, dashboardError, unknownCall } from './errors'
import { isUndecided } from './refusal'
import { requireStorable } from './require-storable'
import { transformer } from './transformer'

export interface Meta {
  /** The lowest role that a member needs. Procedures about the user alone have none. */
  as?: Role
  /** What the audit log says that the person did. */
  auditText?: AuditText
  /** Whether it concerns nobody else, so that the audit log leaves it out. */
  isPersonal?: boolean
}

const detailsOf = (error: TRPCError) =>
  error instanceof DashboardError ? error.details : error.code === 'NOT_FOUND' ? unknownCall : undefined

const t = initTRPC
  .context<Caller>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      // tRPC quotes the path of an unknown procedure.
      message: hideCardNumbers(shape.message),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        details: detailsOf(error),
      },
    }),
  })

export const { router, createCallerFactory } = t

const procedure = t.procedure.use(async ({ ctx, next, getRawInput }) => {
  const result = await next()
  // An input that cannot be parsed is itself the error.
  if (!result.ok)
    throw dashboardError(result.error, await getRawInput().catch(() => undefined), ctx.requestId)
  return result
})

/** A procedure for any signed-in user, about themselves. */
export const signedIn = procedure.use(async ({ ctx, next, getRawInput }) => {
  const { session } = ctx
  if (!session) throw fail('session.ended')
  const user = await requireUser(ctx.runtime, session)
  requireStorable(await getRawInput())
  return next({ ctx: { user, session } })
})

/**
 * A procedure for members of the page's merchant, with `role` or one that may do more. Its `ctx.context` is what
 * domain functions take.
 */
export const as = (role: Role) =>
  procedure.meta({ as: role }).use(async ({ ctx, next, getRawInput }) => {
    const context = await memberContext(ctx.runtime, { session: ctx.session, merchantId: ctx.merchantId })
    const { actor } = context
    if (!mayActAs(actor.role, role)) {
      throw fail('role.too-low', { role: actor.role, needed: role })
    }
    requireStorable(await getRawInput())
    const result = await next({ ctx: { context } })
    // Here and not further out: amounts are written like on the merchant's pages.
    if (!result.ok) {
      const input = await getRawInput().catch(() => undefined)
      throw dashboardError(result.error, input, ctx.requestId, context.merchant.locale)
    }
    return result
  })

/** The same for changes to what only the member sees, such as read notifications: the audit log leaves them out. */
export const personal = (role: Role) => as(role).meta({ isPersonal: true })

/** The same for lists, reports and searches, which take turns and can read from a replica. */
export const reading = (role: Role) =>
  as(role).use(({ ctx, next }) =>
    readInTurn(ctx.context, async (context) => {
      const result = await next({ ctx: { context } })
      if (!result.ok) throw result.error
      return result
    }),
  )

interface NotedAction extends Partial<AuditedAction> {
  /** Whether some of it was refused and returned as such: the same attempt may do it when it is sent again. */
  isRefused?: boolean
}

/**
 * The same for procedures that change something: afterwards the audit log records who did it. `auditText` says what they
 * did, in words that follow their name: `renamed a key`. The entry has the procedure, the input's `id`, and the input as
 * the new state, unless the procedure calls `ctx.note`; there is none if the states before and after are equal. An
 * operation whose outcome is not known yet is recorded too: the worker may complete it, and nobody presses the button
 * again.
 */
export const changes = (role: Role, auditText: AuditText) =>
  as(role)
    .meta({ auditText })
    .use(async ({ ctx, next, path, getRawInput }) => {
      let noted: NotedAction = {}
      const note = (more: NotedAction): void => {
        noted = { ...noted, ...more }
      }
      const result = await next({ ctx: { note } })
      // Refused input has its own code: nothing was started.
      const isOpen =
        !result.ok && result.error.code === 'INTERNAL_SERVER_ERROR' && isUndecided(result.error.cause)
      if (result.ok || isOpen) {
        const given = Object(await getRawInput())
        const { id, attempt, expected, ...input } = given
        const [subject = path] = path.split('.')
        const named = typeof id === 'string' ? id : undefined
        const after = isOpen ? { ...input, outcome: 'not known yet' } : input
        const { isRefused, ...entry } = { action: path, subject, subjectId: named, after, ...noted }
        // A request that is repeated after a lost response finds what it changed itself.
        if (entry.before !== undefined && isDeepStrictEqual(entry.before, entry.after)) return result
        // An attempt that is sent again with different input, or does what was refused before, is a different action.
        const once = attempt && inFull(isRefused ? { ...given, after: entry.after } : given)
        await recordAction(ctx.context, { ...entry, attempt: once })
      }
      return result
    })

/** The same for changes of the merchant itself: the audit log names it, whatever the procedure is called. */
export const changesMerchant = (role: Role, auditText: AuditText) =>
  changes(role, auditText).use(({ ctx, next }) => {
    ctx.note({ subject: 'merchant', subjectId: ctx.context.merchant.id })
    return next()
  })

const inFull = (input: object) =>
  JSON.stringify(input, (_, part) => (typeof part === 'bigint' ? `${part}` : part))

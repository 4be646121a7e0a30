import { initTRPC } from '@trpc/server'
import { type Deed, recordDeed } from '../audit/record'
import { hideCardNumbers } from '../model/card-number'
import { fail } from '../model/errors'
import { mayActAs, type Role } from '../model/roles'
import { memberContext, requireUser } from '../user/session'
import type { Caller } from './context'
import { ToldError, toldError } from './errors'
import { isUndecided } from './refusal'
import { requireStorable } from './storable'
import { transformer } from './transformer'

export interface Meta {
  /** The least that a member has to be. Procedures about the user alone have none. */
  as?: Role
  /** Whether what it does is written into the audit log. */
  audited?: boolean
}

const t = initTRPC
  .context<Caller>()
  .meta<Meta>()
  .create({
    transformer,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      // tRPC quotes the path of a procedure that does not exist.
      message: hideCardNumbers(shape.message),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        told: error instanceof ToldError ? error.told : undefined,
      },
    }),
  })

export const { router, createCallerFactory } = t

const told = t.procedure.use(async ({ ctx, next, getRawInput }) => {
  const result = await next()
  // An input that cannot be read is the error itself.
  if (!result.ok) throw toldError(result.error, await getRawInput().catch(() => undefined), ctx.requestId)
  return result
})

/** A procedure for whoever has signed in, about themselves. */
export const signedIn = told.use(async ({ ctx, next, getRawInput }) => {
  const user = await requireUser(ctx.runtime, ctx.session)
  requireStorable(await getRawInput())
  return next({ ctx: { user } })
})

/**
 * A procedure for members of the merchant that the page is about, in `role` or one that may do more. Its `ctx.context`
 * is what domain functions take.
 */
export const as = (role: Role) =>
  told.meta({ as: role }).use(async ({ ctx, next, getRawInput }) => {
    const context = await memberContext(ctx.runtime, ctx.session, ctx.merchantId)
    const { actor } = context
    if (!mayActAs(actor.role, role)) {
      throw fail('role.too-low', { role: actor.role, needed: role })
    }
    requireStorable(await getRawInput())
    return next({ ctx: { context } })
  })

/**
 * The same for what changes anything: once it is done, the audit log tells who did it. It names the procedure, the
 * input's `id`, and the input as what is so afterwards, unless the procedure says better by `ctx.note`. What is begun
 * and has no answer yet is told, too: it may be done by the worker, and nobody presses the button again.
 */
export const changes = (role: Role) =>
  as(role)
    .meta({ audited: true })
    .use(async ({ ctx, next, path, getRawInput }) => {
      let noted: Partial<Deed> = {}
      const note = (deed: Partial<Deed>): void => {
        noted = { ...noted, ...deed }
      }
      const result = await next({ ctx: { note } })
      // Input that is refused has a code of its own: nothing was begun.
      const isOpen =
        !result.ok && result.error.code === 'INTERNAL_SERVER_ERROR' && isUndecided(result.error.cause)
      if (result.ok || isOpen) {
        const given = Object(await getRawInput())
        const { id, attempt, expected, ...input } = given
        const [subject = path] = path.split('.')
        const named = typeof id === 'string' ? id : undefined
        const after = isOpen ? { ...input, outcome: 'not known yet' } : input
        const deed = { action: path, subject, subjectId: named, after, ...noted }
        // An attempt that is sent again with something else is something else.
        await recordDeed(ctx.context, { ...deed, attempt: attempt && inFull(given) })
      }
      return result
    })

const inFull = (input: object) =>
  JSON.stringify(input, (_, part) => (typeof part === 'bigint' ? `${part}` : part))

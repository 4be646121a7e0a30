import * as z from 'zod'
import { userOrigin } from '../core/user-origin'
import {
  createKey,
  endKey,
  expireKey,
  KeyHours,
  KeyName,
  KeyNamed,
  listKeys,
  NewKey,
  renameKey,
  rollKey,
} from '../key/manage-keys'
import { sentence } from './audit-text'
import { as, changes, router } from './init'

/** Identifies the press of a button: if it is sent twice, one key is created, and both responses contain that key. */
const once = { attempt: z.uuid() }

const Called = z.object({ name: z.string() })

const created = sentence(
  'created a key',
  z.object({ after: Called.extend({ kind: z.string() }) }),
  ({ after: { kind, name } }) => `created the ${kind} key “${name}”`,
)

const renamed = sentence(
  'renamed a key',
  z.object({ before: Called, after: Called }),
  ({ before, after }) => `renamed the key “${before.name}” to “${after.name}”`,
)

const revoked = sentence(
  'revoked a key',
  z.object({ before: Called }),
  ({ before }) => `revoked the key “${before.name}”`,
)

/** Keys give access to everything that a merchant has, so only admins manage them. Public keys are not secret. */
export const keyRouter = router({
  /** The merchant's newest public key, to copy into a page. */
  public: as('viewer').query(async ({ ctx: { context } }) => {
    const keys = await listKeys(context)
    return keys.find(({ clear }) => clear !== null)?.clear ?? null
  }),

  list: as('admin').query(({ ctx: { context } }) => listKeys(context)),

  create: changes('admin', created)
    .input(NewKey.extend(once))
    .mutation(async ({ ctx: { context, note }, input: { attempt, ...wanted } }) => {
      const origin = userOrigin(context.actor.userId, 'key', attempt)
      const key = await createKey({ ...context, origin }, wanted)
      note({ subjectId: key.id })
      return key
    }),

  rename: changes('admin', renamed)
    .input(KeyName)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { name } = await renameKey(context, input)
      note({ before: { name } })
    }),

  expire: changes('admin', 'set when a key expires')
    .input(KeyHours)
    .mutation(({ ctx: { context }, input }) => expireKey(context, input)),

  roll: changes('admin', 'replaced a key')
    .input(KeyHours.extend(once))
    .mutation(({ ctx: { context }, input: { attempt, ...roll } }) =>
      rollKey({ ...context, origin: userOrigin(context.actor.userId, 'key', attempt) }, roll),
    ),

  revoke: changes('admin', revoked)
    .input(KeyNamed)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { name } = await endKey(context, input.id)
      note({ before: { name } })
    }),
})

import { z } from 'zod'
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
} from '../key/manage'
import { as, changes, router } from './init'

/** Names the press of a button: if it is sent twice, one key is created, and both responses contain that key. */
const once = { attempt: z.uuid() }

/** Keys open everything that a merchant has, so only admins manage them. Public keys are no secret. */
export const keyRouter = router({
  /** The merchant's newest public key, to copy into a page. */
  public: as('viewer').query(async ({ ctx: { context } }) => {
    const keys = await listKeys(context)
    return keys.find(({ clear }) => clear !== null)?.clear ?? null
  }),

  list: as('admin').query(({ ctx: { context } }) => listKeys(context)),

  make: changes('admin', 'created a key')
    .input(NewKey.extend(once))
    .mutation(async ({ ctx: { context, note }, input: { attempt, ...wanted } }) => {
      const origin = `user:${context.actor.userId}:key:${attempt}`
      const created = await createKey({ ...context, origin }, wanted)
      note({ subjectId: created.id })
      return created
    }),

  rename: changes('admin', 'renamed a key')
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
      rollKey({ ...context, origin: `user:${context.actor.userId}:key:${attempt}` }, roll),
    ),

  revoke: changes('admin', 'revoked a key')
    .input(KeyNamed)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { name } = await endKey(context, input.id)
      note({ before: { name } })
    }),
})

import { z } from 'zod'
import { addAddress, listAddresses, removeAddress } from '../callback/addresses'
import { DeliveryListQuery, listDeliveries, readDelivery } from '../callback/queries'
import { replayDelivery, replayFailed, sendTestCallback } from '../callback/replay'
import { CallbackAddress, SavedAddress, SecretRoll } from '../callback/schemas'
import { listSecrets, rollSecret } from '../callback/secret'
import { sentence } from './deeds'
import { as, changes, reading, router } from './init'

const pageLength = 50

const Named = z.strictObject({ id: z.string().max(500) })

const address = (otherwise: string, text: string) =>
  sentence(
    otherwise,
    z.object({ after: z.object({ url: z.string() }) }),
    ({ after }) => `${text} ${after.url}`,
  )

export const callbackRouter = router({
  list: reading('viewer')
    .input(DeliveryListQuery.omit({ limit: true }))
    .query(({ ctx: { context }, input }) => listDeliveries(context, { ...input, limit: pageLength })),

  /** A callback with its body and its attempts. */
  get: as('viewer')
    .input(Named)
    .query(({ ctx: { context }, input }) => readDelivery(context, input.id)),

  replay: changes('support', 'resent a callback')
    .input(Named)
    .mutation(async ({ ctx: { context }, input }) => {
      await replayDelivery(context, input.id)
    }),

  /** Delivers all failed callbacks again and returns how many there are. */
  replayFailed: changes('support', 'resent all failed callbacks').mutation(
    async ({ ctx: { context, note } }) => {
      const count = await replayFailed(context)
      note({ after: { count } })
      return count
    },
  ),

  /** The merchant's own addresses, and from when each signing secret signs. */
  settings: as('viewer').query(async ({ ctx: { context } }) => {
    const [addresses, secrets] = await Promise.all([listAddresses(context), listSecrets(context)])
    return { addresses, secrets }
  }),

  addAddress: changes('admin', address('added a callback address', 'added the callback address'))
    .input(CallbackAddress)
    .mutation(({ ctx: { context }, input }) => addAddress(context, input)),

  removeAddress: changes('admin', address('removed a callback address', 'removed the callback address'))
    .input(SavedAddress)
    .mutation(({ ctx: { context }, input }) => removeAddress(context, input)),

  /** Sends a callback of type `test` and returns its id. */
  test: changes('admin', address('sent a test callback', 'sent a test callback to'))
    .input(CallbackAddress)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { id } = await sendTestCallback(context, input)
      note({ subjectId: id })
      return { id }
    }),

  /** Creates a new secret, which is only returned here. */
  rollSecret: changes('admin', 'created a new signing secret')
    .input(SecretRoll)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const rolled = await rollSecret(context, input)
      note({ after: { oldUntil: rolled.oldUntil } })
      return rolled
    }),
})

import * as z from 'zod'
import { addAddress, changeAddressTypes, removeAddress } from '../callback/addresses'
import { addressHealth } from '../callback/health'
import { DeliveryListQuery, listDeliveries, readDelivery } from '../callback/list-deliveries'
import {
  maxResent,
  resendDeliveries,
  resendDelivery,
  resendFailed,
  sendTestCallback,
} from '../callback/resend-callbacks'
import { AddressTypes, CallbackAddress, SavedAddress, SecretRoll } from '../callback/schemas'
import { listSecrets, rollSecret } from '../callback/secret'
import { orderNamesOf, withOrderNames } from '../order/order-names'
import { ordersMatching } from '../order/orders-matching'
import { sentence } from './audit-text'
import { as, changes, reading, router } from './init'
import { Named } from './named'

const pageLength = 50

const address = (otherwise: string, text: string) =>
  sentence(
    otherwise,
    z.object({ after: z.object({ url: z.string() }) }),
    ({ after }) => `${text} ${after.url}`,
  )

const counted = (otherwise: string, text: (count: number) => string) =>
  sentence(
    otherwise,
    z.object({ after: z.object({ count: z.number() }) }),
    ({ after: { count } }) => `${text(count)} ${count === 1 ? 'callback' : 'callbacks'}`,
  )

export const callbackRouter = router({
  list: reading('viewer')
    .input(DeliveryListQuery.omit({ limit: true }))
    .query(async ({ ctx: { context }, input }) => {
      const { rows, ...end } = await listDeliveries(context, {
        ...input,
        order: await ordersMatching(context, input.order),
        limit: pageLength,
      })
      return { ...end, rows: await withOrderNames(context, rows) }
    }),

  /** A callback with its body and its attempts. */
  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const delivery = await readDelivery(context, input.id)
      return { ...delivery, order: (await orderNamesOf(context, [delivery.orderId])).get(delivery.orderId) }
    }),

  resend: changes('support', 'resent a callback')
    .input(Named)
    .mutation(async ({ ctx: { context }, input }) => {
      await resendDelivery(context, input.id)
    }),

  /** Resends the chosen callbacks and returns how many there are. */
  resendMany: changes(
    'support',
    counted('resent several callbacks', (count) => `resent ${count}`),
  )
    .input(z.strictObject({ ids: z.array(Named.shape.id).min(1).max(maxResent) }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      const count = await resendDeliveries(context, input.ids)
      note({ after: { count } })
      return count
    }),

  /** Resends failed callbacks, to one address or to all. Returns how many, and whether there are more. */
  resendFailed: changes(
    'support',
    counted('resent failed callbacks', (count) => `resent ${count} failed`),
  )
    .input(z.strictObject({ url: z.string().max(2000).optional() }).optional())
    .mutation(async ({ ctx: { context, note }, input }) => {
      const result = await resendFailed(context, input?.url)
      note({ after: { ...input, count: result.count } })
      return result
    }),

  /** The addresses and their health, and when each signing secret was created. */
  settings: as('viewer').query(async ({ ctx: { context } }) => {
    const [addresses, secrets] = await Promise.all([addressHealth(context), listSecrets(context)])
    return { addresses, secrets }
  }),

  changeTypes: changes('admin', address('chose the events of a callback address', 'chose the events for'))
    .input(AddressTypes)
    .mutation(({ ctx: { context }, input }) => changeAddressTypes(context, input)),

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

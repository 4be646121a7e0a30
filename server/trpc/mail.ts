import * as z from 'zod'
import { resendMail } from '../link/resend-mail'
import { countCaptured, listMails, MailQuery, readMail, sendCaptured } from '../mail/mail-log'
import { orderNamesOf } from '../order/order-names'
import { ordersMatching } from '../order/orders-matching'
import { sentence } from './audit-text'
import { as, changes, reading, router } from './init'
import { Named } from './named'

const pageLength = 20

const resent = sentence(
  'resent an e-mail',
  z.object({ after: z.object({ to: z.string() }) }),
  ({ after }) => `resent an e-mail to ${after.to}`,
)

export const mailRouter = router({
  /** Mail to customers. */
  list: reading('viewer')
    .input(MailQuery)
    .query(async ({ ctx: { context }, input }) =>
      listMails(context, {
        ...input,
        order: await ordersMatching(context, input.order),
        limit: pageLength,
      }),
    ),

  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const found = await readMail(context, input.id)
      const { orderId } = found.row
      return { ...found, order: (await orderNamesOf(context, [orderId])).get(orderId) }
    }),

  /** Resends a mail and returns the address. */
  resend: changes('support', resent)
    .input(Named.extend({ attempt: z.uuid() }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      const to = await resendMail(context, input)
      note({ subject: 'mail', subjectId: input.id, after: { to } })
      return to
    }),

  /** How many e-mails were stored while no mail service was configured, and whether there are more. */
  captured: as('viewer').query(({ ctx: { context } }) => countCaptured(context)),

  /** Sends as many, the oldest first, and returns how many. */
  sendCaptured: changes('admin', 'sent the stored mail')
    .input(z.void())
    .mutation(async ({ ctx: { context, note } }) => {
      const count = await sendCaptured(context)
      note({ after: { count } })
      return count
    }),
})

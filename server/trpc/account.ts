import { z } from 'zod'
import { readAccount, replaceCustomer } from '../account/change'
import { AccountListQuery, listAccounts } from '../account/queries'
import { Customer } from '../account/schemas'
import { createLink } from '../link/create'
import { scheduleInWords } from '../subscription/words'
import { as, changes, router } from './init'

/** How many accounts a page of the list has. */
const pageLength = 50

const Named = z.strictObject({ id: z.string().max(500) })

export const accountRouter = router({
  list: as('viewer')
    .input(AccountListQuery.pick({ after: true, status: true, search: true }))
    .query(async ({ ctx: { context }, input }) => {
      const page = { ...input, limit: pageLength }
      const { rows, next } = await listAccounts(context.db, context.merchant.id, page)
      return {
        next,
        accounts: rows.map(({ id, number, customer, status, created, methods, subscriptions }) => ({
          id,
          number,
          name: customer?.name,
          email: customer?.email,
          status,
          created,
          cards: methods.length,
          subscriptions: subscriptions.filter(({ due }) => due !== null).length,
        })),
      }
    }),

  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const account = await readAccount(context, input.id)
      const { id, number, customer, status, created } = account
      return {
        ...{ id, number, customer, status, created },
        cards: account.methods.map((method) => ({
          id: method.id,
          scheme: method.scheme,
          last4: method.last4,
          expires: method.expires,
        })),
        subscriptions: account.subscriptions.map((subscription) => ({
          id: subscription.id,
          number: subscription.number,
          currency: subscription.currency,
          amount: subscription.amount,
          words: scheduleInWords(subscription.schedule, subscription.start),
          start: subscription.start,
          due: subscription.due,
          end: subscription.end,
        })),
      }
    }),

  /** Replaces the whole customer. */
  replaceCustomer: changes('support')
    .input(Named.extend({ customer: Customer }))
    .mutation(({ ctx: { context }, input }) => replaceCustomer(context, input.id, input.customer)),

  /** Mails the customer a login link, and answers its address: whoever opens it acts for the customer. */
  sendLink: changes('support')
    .input(Named.extend({ attempt: z.uuid() }))
    .mutation(async ({ ctx: { context }, input }) => {
      const origin = `user:${context.actor.userId}:${input.id}:${input.attempt}`
      const { row, url } = await createLink({ ...context, origin }, input.id)
      return { url, contact: row.contact, expires: row.expires }
    }),
})

import * as z from 'zod'
import { AccountFilters } from '../account/account-conditions'
import { accountFigures } from '../account/account-figures'
import { accountHistory } from '../account/account-history'
import { cardSummary } from '../account/account-summary'
import { changeAccount } from '../account/change-account'
import { createAccount } from '../account/create-account'
import { duplicatesOf } from '../account/duplicates'
import { AccountSearchQuery, countAccounts, searchAccounts } from '../account/search-accounts'
import { userOrigin } from '../core/user-origin'
import { removeCard, setDefaultCard } from '../customer/cards'
import { createLink } from '../link/create-link'
import { listSentLinks } from '../link/sent-links'
import { AccountCreatable, AccountLanguage, Customer } from '../model/account'
import { nameOfAccount } from '../model/account-name'
import { schemeName } from '../model/card/scheme-name'
import { sumPerCurrency } from '../model/money/sum-per-currency'
import { itemsInShort } from '../model/subscription/schedule-in-words'
import { actorsOf } from '../order/actors'
import { orderByAccount } from '../order/order-by-account'
import { OrderCreatable } from '../order/order-creatable'
import { languageOfAccount, type MethodRow, methodsOf, readAccount, requireAccount } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { upcoming } from '../store/subscription-response'
import type { SubscriptionRow } from '../store/subscriptions'
import { statesOf } from '../subscription/state'
import { unpaidOf } from '../subscription/unpaid-orders'
import { madeDefault, ordered, removedCard, sentLink } from './account-audit-text'
import { theSubject } from './audit-text'
import { failureForMerchant } from './describe-decline'
import { erasingAccount } from './erasure'
import { further } from './further'
import { as, changes, reading, router } from './init'
import { AddressShown, Named, Sums } from './named'
import { refusalFor } from './refusal'
import { requireSame } from './require-same'
import { subscriptionBrief } from './subscription-brief'
import { checkVatNumber } from './vat-number-input'

/** How many accounts a page of the list has, and how many links and history entries are shown at a time. */
const pageLength = 50
const linksShown = 10
const historyLength = 20
const upcomingShown = 4

/** `owed`: what the dialog showed as unpaid. No more is charged. */
const OnCard = Named.extend({ card: z.string().max(500), owed: Sums.optional() })

export const accountRouter = router({
  list: reading('viewer')
    .input(AccountSearchQuery)
    .query(async ({ ctx: { context }, input }) => {
      const page = { ...input, limit: pageLength }
      const { rows, ...end } = await searchAccounts(context, page)
      const unpaid = await unpaidOf(
        context,
        rows.map(({ id }) => id),
      )
      return {
        ...end,
        accounts: rows.map((row) => ({
          id: row.id,
          number: row.number,
          name: nameOfAccount(row),
          email: row.customer?.email,
          status: row.status,
          erased: row.erased,
          created: row.created,
          language: languageOfAccount(row),
          tags: row.tags ?? [],
          card: row.methods[0] && cardSummary(row.methods[0]),
          subscriptions: row.subscriptions.filter(({ ended }) => ended === null).length,
          unpaid: sumPerCurrency(unpaid.filter(({ accountId }) => accountId === row.id)),
        })),
      }
    }),

  /** How many accounts match the filters of the list. */
  totals: reading('viewer')
    .input(AccountFilters)
    .query(({ ctx: { context }, input }) => countAccounts(context, input)),

  get: as('viewer')
    .input(Named)
    .query(async ({ ctx: { context }, input }) => {
      const account = await readAccount(context, input.id)
      const unpaid = await unpaidOf(context, [account.id])
      const { id, number, customer, status, created, confirmed, language, chosenLanguage, erased } = account
      return {
        ...{ id, number, customer, status, created, confirmed, language, chosenLanguage, erased },
        name: nameOfAccount(account),
        tags: account.tags ?? [],
        metadata: account.metadata ?? {},
        upcoming: status === 'suspended' ? [] : upcomingOf(account.subscriptions),
        cards: account.methods.map(cardSummary),
        unpaid: unpaid.map(({ orderId, currency, amount }) => ({ orderId, currency, amount })),
        subscriptions: account.subscriptions.map((subscription) => ({
          ...subscriptionBrief(subscription),
          states: statesOf(
            subscription,
            account,
            unpaid.some(({ subscriptionId, givenUp }) => subscriptionId === subscription.id && !givenUp),
          ),
        })),
      }
    }),

  /** The history of an account, newest first. */
  history: reading('viewer')
    .input(Named.extend(further))
    .query(async ({ ctx: { context }, input: { id, cursor } }) => {
      const { rows, next } = await accountHistory(context, {
        accountId: id,
        limit: historyLength,
        after: cursor,
      })
      const by = await actorsOf(
        context,
        rows.flatMap(({ kind, facts }) => (kind === 'order' ? [facts] : [])),
      )
      return {
        next,
        rows: rows.map((row) =>
          row.kind === 'order'
            ? {
                ...row,
                facts: {
                  ...row.facts,
                  by: by({ ...row.facts, isBilled: row.facts.subscription !== null }),
                  error: failureForMerchant(row.facts),
                },
              }
            : row,
        ),
      }
    }),

  /** What the account's orders add up to, in each currency. */
  figures: reading('viewer')
    .input(Named)
    .query(({ ctx: { context }, input }) => accountFigures(context, input.id)),

  /** Other accounts that may be the same person's. */
  duplicates: reading('viewer')
    .input(Named)
    .query(({ ctx: { context }, input }) => duplicatesOf(context, input.id)),

  /** The newest login links that the customer was sent. */
  links: as('viewer')
    .input(Named)
    .query(({ ctx: { context }, input }) =>
      listSentLinks(context, { accountId: input.id, limit: linksShown }),
    ),

  /**
   * Creates an account without a card. `attempt` identifies the press of the button: if it is sent twice, one account
   * is created.
   */
  create: changes('support', `created ${theSubject}`)
    .input(AccountCreatable.omit({ method: true }).extend({ attempt: z.uuid() }).superRefine(checkVatNumber))
    .mutation(async ({ ctx: { context, note }, input: { attempt, ...given } }) => {
      const origin = userOrigin(context.actor.userId, 'account', attempt)
      const created = await createAccount({ ...context, origin }, { ...given, method: [] })
      const { number = null, customer = null } = given
      requireSame(created, { number, customer }, 'account')
      note({ subjectId: created.id })
      return { id: created.id }
    }),

  ...erasingAccount,

  /** Confirms an account that a public key created. */
  confirm: changes('support', `confirmed ${theSubject}`)
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input: { id } }) => {
      const before = await requireAccount(context, id)
      await confirmAccount(context, before)
      note({ before: { confirmed: before.confirmed }, after: { confirmed: true } })
    }),

  /**
   * Replaces the whole customer, and the language if it is given. `expected` is the customer that the form was opened
   * with, and may break rules that are newer than it.
   */
  replaceCustomer: changes('support', `changed the customer details of ${theSubject}`)
    .input(
      Named.extend({
        customer: Customer,
        expected: z.record(z.string(), z.unknown()).nullable().optional(),
        ...AccountLanguage.partial().shape,
      }).superRefine(checkVatNumber),
    )
    .mutation(async ({ ctx: { context, note }, input: { id, customer, expected, language } }) => {
      const before = await requireAccount(context, id)
      await changeAccount(context, { id, customer, expected, language })
      note({
        before: { customer: before.customer, ...(language !== undefined && { language: before.language }) },
      })
      return customer
    }),

  /** Makes a card the default, and immediately retries unpaid orders with it. */
  makeDefault: changes('support', madeDefault)
    .input(OnCard)
    .mutation(async ({ ctx: { context, note }, input: { id, card, owed } }) => {
      const [now] = await setDefaultCard(context, { accountId: id, cardId: card, owed })
      note({ after: { method: cardInWords(now) } })
    }),

  /** Removes a card. `expected`: the IDs of the cards that the page showed, the default first. */
  removeCard: changes('support', removedCard)
    .input(OnCard.extend({ expected: z.array(z.string().max(500)).max(1000).optional() }))
    .mutation(async ({ ctx: { context, note }, input: { id, card, expected, owed } }) => {
      const before = await methodsOf(context, id)
      await removeCard(context, { accountId: id, cardId: card, expected, owed })
      const removed = before.find((each) => each.id === card)
      note({ before: { method: cardInWords(removed) }, after: undefined })
    }),

  /**
   * Creates an order on the default card. `attempt` identifies the confirmation: if it is sent twice, one order is
   * created. `expected` is the amount that was confirmed, in minor units, and `card` the ID of the card. If only the
   * charge is refused, the order exists and the refusal is returned.
   */
  order: changes('support', ordered)
    .input(
      Named.extend({
        ...OrderCreatable.pick({ items: true, currency: true, number: true }).shape,
        charge: z.boolean(),
        attempt: z.uuid(),
        expected: z.bigint(),
        card: z.string().max(500).optional(),
      }),
    )
    .mutation(async ({ ctx: { context, note }, input: { id, attempt, ...wanted } }) => {
      const origin = userOrigin(context.actor.userId, id, 'order', attempt)
      const { order, refused } = await orderByAccount({ ...context, origin }, { ...wanted, accountId: id })
      const shown = refusalFor(refused, context.merchant)
      const refusal = shown?.description
      const isOpen = shown?.isOpen === true
      const { id: orderId, amount, currency } = order
      const after = { order: orderId, amount, currency, charge: wanted.charge, refusal, isOpen }
      note({ after, isRefused: refusal !== undefined })
      return { orderId, refusal, isOpen }
    }),

  /**
   * Mails the customer a login link and returns its address. Opening it signs in as the customer. With `asks`, the mail
   * asks for another card. `expected`: the e-mail address that was confirmed.
   */
  sendLink: changes('support', sentLink)
    .input(Named.extend({ attempt: z.uuid(), asks: z.literal('card').optional(), expected: AddressShown }))
    .mutation(async ({ ctx: { context }, input: { id, attempt, ...asked } }) => {
      const origin = userOrigin(context.actor.userId, id, attempt)
      const { row, url } = await createLink({ ...context, origin }, { accountId: id, ...asked })
      return { url, contact: row.contact, expires: row.expires }
    }),
})

/** The next payments of an account, soonest first. */
const upcomingOf = (subscriptions: readonly SubscriptionRow[]) =>
  subscriptions
    .flatMap((row) =>
      upcoming(row, upcomingShown).map((date) => ({
        ...date,
        subscription: row.id,
        what: itemsInShort(row.items, row.number),
      })),
    )
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, upcomingShown)

const cardInWords = (card: MethodRow | undefined) =>
  card && `${schemeName(card.scheme)} ending in ${card.last4}, ${card.id}`

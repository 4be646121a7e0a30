import * as z from 'zod'
import { type ChangedValue, differences } from '../audit/differences'
import { AuditQuery, actionsOn, listActions } from '../audit/list-actions'
import type { Context, Scope } from '../core/context'
import { accountInSentence } from '../model/account-name'
import { capitalised } from '../model/capitalised'
import type { CardServices } from '../model/card/service'
import { serviceTitle } from '../model/card/service-title'
import { orderNamesOf } from '../order/order-names'
import { accountsById } from '../store/accounts'
import { ordersById } from '../store/orders'
import { historyBegins } from '../subscription/history'
import { sayIn, theSubject, type ValueFormat } from './audit-text'
import { type Meta, reading, router } from './init'
import { Named } from './named'
import { ManyOrders } from './order-audit-text'
import { changesInWords } from './subscription-history'

/** How many actions a page of the list has. */
const pageLength = 50

const Id = Named.shape.id

/** What people did without calling a procedure. */
const others: Record<string, string> = {
  'settings.create': 'created this merchant',
  'team.join': 'joined the team',
}

/** Procedures that had another name when they wrote entries of the log. */
const namesNow: Record<string, string> = {
  'key.make': 'key.create',
  'callback.replay': 'callback.resend',
  'callback.replayMany': 'callback.resendMany',
  'callback.replayFailed': 'callback.resendFailed',
}

/** The audit log, in the words of the procedures that wrote it. */
export const auditRouter = (procedures: object) => {
  const textOf = (action: string) => {
    const { meta }: { meta?: Meta } = Reflect.get(procedures, namesNow[action] ?? action)?._def ?? {}
    return meta?.auditText ?? others[action] ?? generic(action)
  }
  const wordsOf = ({ action, before, after }: RecordedAction, say: ValueFormat) => {
    const text = textOf(action)
    return typeof text === 'function' ? text({ before, after }, say) : text
  }
  const actionsAbout = async (context: Context, about: { subject: string; id: string }) => {
    const rows = await actionsOn(context, { ...about, limit: pageLength })
    const say = sayIn(context.merchant.locale)
    return rows
      .filter(({ action }) => !shownOtherwise.has(action))
      .map((row) => ({
        ...{ id: row.id, action: row.action, date: row.date, by: row.email },
        words: capitalised(wordsOf(row, say).replaceAll(theSubject, `this ${about.subject}`)),
      }))
  }
  return router({
    /** What was done to an order or a subscription, newest first, except what events and notes already show. */
    about: reading('viewer')
      .input(z.union([z.strictObject({ order: Id }), z.strictObject({ account: Id, subscription: Id })]))
      .query(async ({ ctx: { context }, input }) => {
        if ('order' in input) return actionsAbout(context, { subject: 'order', id: input.order })
        const ref = { accountId: input.account, id: input.subscription }
        const [actions, begins, changes] = await Promise.all([
          actionsAbout(context, { subject: 'subscription', id: `${ref.accountId}/${ref.id}` }),
          historyBegins(context, ref),
          changesInWords(context, { ...ref, limit: pageLength }),
        ])
        // The history of a subscription that is older than histories lacks its first changes.
        const others = actions.filter(
          ({ action, date }) => !(termActions.has(action) && begins !== null && date >= begins),
        )
        return [...changes, ...others].toSorted((one, other) => other.date.getTime() - one.date.getTime())
      }),

    list: reading('admin')
      .input(AuditQuery)
      .query(async ({ ctx: { context }, input }) => {
        const { rows, next } = await listActions(context, { ...input, limit: pageLength })
        const [linkTo, ordersOf] = await Promise.all([linksTo(context, rows), ordersChanged(context, rows)])
        const say = sayIn(context.merchant.locale)
        const withTitles = titled(context.cards)
        const entries = rows.map((row) => {
          const { id, date, email, action, before, after } = row
          const isSentence = typeof textOf(action) === 'function'
          return {
            ...{ id, date, email },
            words: wordsOf(row, say),
            link: linkTo(row),
            orders: ordersOf(row),
            // The sentence says everything.
            differences: isSentence ? [] : differences(before, after).map(withTitles),
          }
        })
        return { next, entries }
      }),
  })
}

type RecordedAction = { action: string; before: unknown; after: unknown }

/** Shown as events and notes. */
const shownOtherwise = new Set(['order.operate', 'note.add'])

/** Actions that change the terms of a subscription, which its history shows. */
const termActions = new Set(
  ['add', 'change', 'plan', 'withdrawPlan', 'end', 'undoEnd'].map((verb) => `subscription.${verb}`),
)

/** An action that no longer exists, in words: `card.addMany` is "card: add many". */
const generic = (action: string) =>
  action.replace('.', ': ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Replaces the names of card services by their titles. */
const titled = (cards: CardServices) => (changed: ChangedValue) =>
  ['service', 'cardService'].includes(changed.name)
    ? {
        ...changed,
        ...(changed.before !== undefined && { before: serviceTitle(cards, changed.before) }),
        ...(changed.after !== undefined && { after: serviceTitle(cards, changed.after) }),
      }
    : changed

type Acted = { subject: string; subjectId: string | null }

/** Where an action's subject is in the dashboard, relative to the merchant's pages, and what people call it. */
interface Link {
  path: string
  name: string
}

/** Finds the names of all orders and customers at once. */
async function linksTo(scope: Scope, rows: readonly Acted[]): Promise<(row: Acted) => Link | undefined> {
  const idsOf = (wanted: string) =>
    rows.flatMap(({ subject, subjectId }) => (subject === wanted && subjectId ? [subjectId] : []))
  const accountIds = [...idsOf('account'), ...idsOf('subscription').map((id) => id.split('/')[0] ?? '')]
  const [orders, accounts] = await Promise.all([
    ordersById(scope, idsOf('order')),
    accountsById(scope, accountIds),
  ])
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const nameOf = (id: string) => {
    const account = accounts.get(id)
    return account ? accountInSentence(account) : `account ${id}`
  }
  return ({ subject, subjectId }) => {
    if (!subjectId) return undefined
    if (subject === 'order')
      return { path: `/orders/${subjectId}`, name: `order ${numbers.get(subjectId) ?? subjectId}` }
    if (subject === 'account') return { path: `/accounts/${subjectId}`, name: nameOf(subjectId) }
    if (subject !== 'subscription') return undefined
    const [account = ''] = subjectId.split('/')
    return {
      path: `/subscriptions/${subjectId}`,
      name: `the subscription of ${nameOf(account)}`,
    }
  }
}

/** Finds what people call the orders that were changed several at once. */
async function ordersChanged(scope: Scope, rows: readonly RecordedAction[]) {
  const idsOf = ({ action, before, after }: RecordedAction) =>
    action === 'order.operateMany'
      ? (ManyOrders.safeParse({ before, after }).data?.after.orders.map(({ id }) => id) ?? [])
      : []
  const names = await orderNamesOf(scope, rows.flatMap(idsOf))
  return (row: RecordedAction) => idsOf(row).map((id) => names.get(id) ?? { id, number: null })
}

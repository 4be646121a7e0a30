import type { Context } from '../core/context'
import type { DocumentSummary } from '../document/search-documents'
import { nameOfAccount } from '../model/account-name'
import type { Day } from '../model/calendar'
import type { Scheme } from '../model/card/schemas'
import type { Money } from '../model/money/money'
import { shownStatus } from '../model/shown-status'
import { orderNamesOf } from '../order/order-names'
import { type Disputed, disputedOfOrders } from '../settlement/disputes'
import { type AccountRecord, accountsById, payersOf } from '../store/accounts'
import { type OrderRow, sharesOf } from '../store/orders'
import type { SubscriptionRow } from '../store/subscriptions'
import { type SubscriptionStatus, statesOf } from '../subscription/state'

/** What a search finds. */
export const searchedKinds = ['order', 'account', 'subscription', 'document'] as const

interface FoundCard {
  scheme: Scheme | undefined
  last4: string
}

/** A search result with the id of its page. */
export type SearchResult =
  | {
      kind: 'account'
      id: string
      name: string
      email: string | null
      number: string | null
      status: string
      /** The default card. */
      card: FoundCard | null
    }
  | (Money & {
      kind: 'order'
      id: string
      number: string | null
      /** These name the order of a subscription, which usually has no number. */
      due: Day | null
      subscriptionName: string | null
      payerName: string | null
      shares: ReturnType<typeof sharesOf>
      disputed?: Disputed | undefined
      created: Date
      card: FoundCard | null
    })
  | (Money & {
      kind: 'subscription'
      id: string
      accountId: string
      number: string | null
      payerName: string | null
      state: SubscriptionStatus
    })
  | (Money &
      Pick<DocumentSummary, 'orderId' | 'number'> & {
        kind: 'document'
        id: string
        type: DocumentSummary['kind']
        payerName: string | null
        created: Date
      })

export const foundAccounts = (accounts: readonly AccountRecord[]): SearchResult[] =>
  accounts.map(({ id, number, customer, methods: [card], ...account }) => ({
    ...{ kind: 'account', id, number, status: shownStatus(account) },
    name: nameOfAccount({ ...account, id, number, customer }),
    email: customer?.email ?? null,
    card: card ? { scheme: card.scheme, last4: card.last4 } : null,
  }))

/** What is shown of an order. */
type Brief = Parameters<typeof sharesOf>[0] &
  Pick<OrderRow, 'id' | 'number' | 'amount' | 'currency' | 'created' | 'accountId' | 'scheme' | 'last4'>

/**
 * Returns orders as search results, in the given order, with their payers' names. Orders without a number also have
 * what a list names them by: their due date and the name of their first line.
 */
export async function foundOrders(context: Context, orders: readonly Brief[]): Promise<SearchResult[]> {
  const [payerOf, names, disputed] = await Promise.all([
    payersOf(context, orders),
    orderNamesOf(
      context,
      orders.flatMap(({ id, number }) => (number === null ? id : [])),
    ),
    disputedOfOrders(
      context,
      orders.map(({ id }) => id),
    ),
  ])
  return orders.map((row) => {
    const { id, number, amount, currency, created, scheme, last4 } = row
    const payer = payerOf(row)
    return {
      ...{ kind: 'order', id, number, amount, currency, created, shares: sharesOf(row) },
      disputed: disputed.get(id),
      due: names.get(id)?.due ?? null,
      subscriptionName: names.get(id)?.subscriptionName ?? null,
      payerName: payer && nameOfAccount(payer),
      card: scheme && last4 ? { scheme, last4 } : null,
    }
  })
}

export async function foundSubscriptions(
  context: Context,
  subscriptions: readonly SubscriptionRow[],
): Promise<SearchResult[]> {
  const payers = await accountsById(
    context,
    subscriptions.map(({ accountId }) => accountId),
  )
  return subscriptions.flatMap((row) => {
    const { id, accountId, number, amount, currency } = row
    const payer = payers.get(accountId)
    if (!payer) return []
    const [state = 'active'] = statesOf(row, payer, false)
    return [
      {
        ...{ kind: 'subscription', id, accountId, number, amount, currency, state },
        payerName: nameOfAccount(payer),
      },
    ]
  })
}

export const foundDocuments = (documents: readonly DocumentSummary[]): SearchResult[] =>
  documents.map(({ id, kind, orderId, number, buyer = null, gross, currency, created }) => ({
    ...{ kind: 'document', type: kind, id, orderId, number, currency, created },
    payerName: buyer,
    amount: kind === 'credit-note' ? -gross : gross,
  }))

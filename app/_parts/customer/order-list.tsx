import type { OrderFact } from '@/server/model/order/facts'
import type { OrderRow } from '@/server/store/orders'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import styles from './list.module.css'
import { factInWords, orderTitle, toneOf } from './order-words'
import type { Words } from './words'

/** A list of orders with the state of each, linked to their pages. */
export function OrderList({
  orders,
  subscriptions,
  facts,
  words,
}: {
  orders: readonly OrderRow[]
  /** The account's subscriptions, for the titles of their orders. */
  subscriptions: readonly SubscriptionRow[]
  /** Facts by order id. */
  facts: ReadonlyMap<string, readonly OrderFact[]>
  words: Words
}) {
  if (orders.length === 0) return null
  return (
    <ul className={`${styles.list} ${styles.stacked}`}>
      {orders.map((order) => (
        <li key={order.id}>
          <a href={`/account/orders/${order.id}`} className={styles.row}>
            <span className={styles.cell}>
              <strong>{orderTitle(words, order, subscriptions)}</strong>
              <span>{words.date(order.created)}</span>
            </span>
            <span className={`${styles.cell} ${styles.right}`}>
              <Facts facts={facts.get(order.id) ?? []} currency={order.currency} words={words} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The facts about an order, each in its colour. */
export const Facts = ({
  facts,
  currency,
  words,
}: {
  facts: readonly OrderFact[]
  currency: string
  words: Words
}) =>
  facts.map((fact) => (
    <span key={fact.kind} className={styles[toneOf(fact)]}>
      {factInWords(words, fact, currency)}
    </span>
  ))

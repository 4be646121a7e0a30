import type { OrderRow } from '@/server/store/orders'
import styles from './list.module.css'
import { faceOf, orderTitle } from './order-words'
import type { Words } from './words'

/** A list of orders, each linked to its receipt. */
export function OrderList({ orders, words }: { orders: readonly OrderRow[]; words: Words }) {
  return (
    <ul className={styles.list}>
      {orders.map((order) => (
        <li key={order.id}>
          <a href={`/account/orders/${order.id}`} className={styles.row}>
            <span className={styles.cell}>
              <strong>{orderTitle(words, order)}</strong>
              <span>{words.date(order.created)}</span>
            </span>
            <span className={`${styles.cell} ${styles.right}`}>
              <strong>{words.money(order)}</strong>
              <OrderState order={order} words={words} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

export function OrderState({ order, words }: { order: OrderRow; words: Words }) {
  const face = faceOf(order)
  return <span className={`${styles.state} ${styles[face]}`}>{words.say(`order.state.${face}`)}</span>
}

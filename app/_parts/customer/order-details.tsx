import { priceIn } from '@/server/model/money/format-money'
import type { Line } from '@/server/model/order/lines'
import { paymentOf } from '@/server/store/order-payment'
import type { OrderRecord } from '@/server/store/orders'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { FactList } from '../fact-list'
import { Heads } from '../heads'
import styles from './order-details.module.css'
import parts from './page.module.css'
import type { Words } from './words'

/** What was ordered: items and their total. States and documents show what was paid and refunded. */
export function OrderDetails({
  order,
  subscription,
  words,
}: {
  order: OrderRecord
  subscription: SubscriptionRow | undefined
  words: Words
}) {
  const { say } = words
  const payment = paymentOf(order)
  const facts = [
    [say('receipt.number'), order.number ?? order.id] as const,
    [say('receipt.date'), words.date(order.created)] as const,
    order.due !== null && ([say('receipt.due'), words.day(order.due)] as const),
    subscription && ([say('receipt.subscription'), subscriptionLink(subscription, words)] as const),
    payment.last4 !== undefined && ([say('receipt.card'), words.card(payment)] as const),
  ]
  return (
    <section className={parts.section} aria-labelledby="details">
      <h2 id="details">{say('receipt.details')}</h2>
      <FactList facts={facts} className={parts.tight} />
      {order.lines && order.lines.length > 0 && (
        <>
          <Lines lines={order.lines} currency={order.currency} words={words} />
          <dl className={styles.sums}>
            <div className={styles.total}>
              <dt>{say('receipt.total')}</dt>
              <dd>{words.money(order)}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  )
}

const subscriptionLink = (subscription: SubscriptionRow, words: Words) => (
  <a href={`/account/subscriptions/${subscription.id}`}>{words.title(subscription)}</a>
)

function Lines({ lines, currency, words }: { lines: readonly Line[]; currency: string; words: Words }) {
  const { say } = words
  const heads = [say('receipt.quantity'), say('receipt.price'), say('receipt.vat'), say('receipt.sum')]
  return (
    <table className={styles.lines}>
      <Heads names={[say('receipt.item'), ...heads]} />
      <tbody>
        {lines.map(({ name, quantity = 1, unit, price, vat = 0, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and lines never move
          <tr key={index}>
            <th scope="row">{name ?? say('receipt.item')}</th>
            <td data-label={heads[0]}>{[words.number(quantity), unit].filter(Boolean).join(' ')}</td>
            <td data-label={heads[1]}>{priceIn(words.locale, price, currency)}</td>
            <td data-label={heads[2]}>{say('receipt.rate', { rate: words.number(vat) })}</td>
            <td data-label={heads[3]}>{words.money({ amount: BigInt(total), currency })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

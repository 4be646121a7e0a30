import type { Merchant } from '@/db/schema'
import { vatByRate } from '@/emails/vat'
import type { Customer } from '@/server/model/account'
import type { Line } from '@/server/model/order/lines'
import { mailLines } from '@/server/payment/payment-mail'
import type { OrderRecord } from '@/server/store/orders'
import type { SubscriptionRow } from '@/server/store/subscriptions'
import { FactList } from '../fact-list'
import { merchantName } from './frame'
import { addressIn } from './information'
import parts from './page.module.css'
import styles from './receipt.module.css'
import type { Words } from './words'

/** A printable receipt: items, prices, VAT, seller and buyer. */
export function Receipt({
  order,
  customer,
  subscription,
  merchant,
  words,
}: {
  order: OrderRecord
  customer: Customer | null
  subscription: SubscriptionRow | undefined
  merchant: Merchant
  words: Words
}) {
  const { say } = words
  const { payment } = order
  const money = (minor: bigint) => words.money({ amount: minor, currency: order.currency })
  const isPaid = order.charged + order.refunded > 0n
  const buyer = [customer?.name, addressIn(customer, words.language)]
  const seller = [merchantName(merchant), merchant.branding.supportEmail]
  const facts = [
    [say('receipt.number'), order.number ?? order.id] as const,
    [say('receipt.date'), words.date(order.created)] as const,
    order.due !== null && ([say('receipt.due'), words.day(order.due)] as const),
    subscription && ([say('receipt.subscription'), subscriptionLink(subscription, words)] as const),
    payment.last4 !== undefined && ([say('receipt.card'), words.card(payment)] as const),
    [say('receipt.from'), seller.filter(Boolean).join('\n')] as const,
    buyer.some(Boolean) && ([say('receipt.to'), buyer.filter(Boolean).join('\n')] as const),
  ]
  return (
    <section className={parts.section} aria-labelledby="receipt">
      <h2 id="receipt">{say(isPaid ? 'receipt.title' : 'receipt.details')}</h2>
      <FactList facts={facts} className={parts.tight} />
      {order.lines && order.lines.length > 0 && (
        <Lines lines={order.lines} currency={order.currency} words={words} />
      )}
      <dl className={styles.sums}>
        <div className={styles.total}>
          <dt>{say('receipt.total')}</dt>
          <dd>{money(order.amount)}</dd>
        </div>
        {vatByRate(mailLines(order.lines)).map(({ rate, amount }) => (
          <div key={rate}>
            <dt>{say('receipt.ofWhichVat', { rate: words.number(rate) })}</dt>
            <dd>{money(BigInt(amount))}</dd>
          </div>
        ))}
        {isPaid && (
          <div>
            <dt>
              {say('receipt.paid')} {words.date(paidOn(order))}
            </dt>
            <dd>{money(order.charged + order.refunded)}</dd>
          </div>
        )}
        {order.refunded > 0n && (
          <div>
            <dt>{say('receipt.refunded')}</dt>
            <dd>{money(-order.refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** When the order was charged; the last time if it was charged in parts. */
const paidOn = ({ events, created }: OrderRecord): Date =>
  events.findLast(({ type }) => type === 'charge')?.date ?? created

const subscriptionLink = (subscription: SubscriptionRow, words: Words) => (
  <a href={`/account/subscriptions/${subscription.id}`}>{words.title(subscription)}</a>
)

function Lines({ lines, currency, words }: { lines: readonly Line[]; currency: string; words: Words }) {
  const { say } = words
  const heads = [say('receipt.quantity'), say('receipt.price'), say('receipt.vat'), say('receipt.sum')]
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{say('receipt.item')}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, quantity = 1, unit, price, vat = 0, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and lines never move
          <tr key={index}>
            <th scope="row">{name ?? say('receipt.item')}</th>
            <td data-label={heads[0]}>{[words.number(quantity), unit].filter(Boolean).join(' ')}</td>
            <td data-label={heads[1]}>{priceIn(words, price, currency)}</td>
            <td data-label={heads[2]}>{say('receipt.rate', { rate: words.number(vat) })}</td>
            <td data-label={heads[3]}>{words.money({ amount: BigInt(total), currency })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A unit price, which may have more decimals than its currency. */
const priceIn = ({ locale }: Words, price: number, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 }).format(price)

import { failedLater } from '@/server/model/order/late-failures'
import type { EventRow, OrderRecord } from '@/server/store/orders'
import parts from '../../../_parts/customer/page.module.css'
import type { Words } from '../../../_parts/customer/words'
import forms from '../../../_parts/forms.module.css'

/**
 * The activity of an order that concerns its payer. A merchant's failed attempts are not shown, but what failed after it
 * had been reported as done is.
 */
export function OrderActivity({ order, words }: { order: OrderRecord; words: Words }) {
  const last = new Map(order.events.map(({ reference, sequence }) => [reference, sequence]))
  const events = order.events.filter((event) => {
    const { type, original, reference, sequence } = event
    // The outcome replaces the event that announced it.
    if (type === 'accept') return last.get(reference) === sequence
    return type !== 'fail' || original === 'charge' || failedLater(event, order.events) !== undefined
  })
  return (
    <section className={`${parts.section} ${parts.noPrint}`} aria-labelledby="story">
      <h2 id="story">{words.say('receipt.what')}</h2>
      <dl className={`${forms.facts} ${parts.tight}`}>
        {events.map((event) => (
          <div key={event.sequence}>
            <dt>
              <time dateTime={event.date.toISOString()}>{words.moment(event.date)}</time>
            </dt>
            <dd>{eventIn(event, order.events, words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function eventIn(event: EventRow, events: readonly EventRow[], { say, money }: Words): string {
  const { type, original, amount, currency } = event
  const late = failedLater(event, events)
  if (late !== undefined) {
    return say(`event.late.${original ?? 'charge'}`, { amount: money({ amount: late, currency }) })
  }
  if (type === 'order' || type === 'fail') return say(`event.${type}`)
  const given = { amount: amount === null ? '' : money({ amount, currency }) }
  return type === 'accept' ? say(`event.accept.${original ?? 'charge'}`, given) : say(`event.${type}`, given)
}

import type { EventRow, OrderRecord } from '@/server/store/orders'
import parts from '../../../_parts/customer/page.module.css'
import type { Words } from '../../../_parts/customer/words'
import forms from '../../../_parts/forms.module.css'

/** The activity of an order that concerns its payer. A merchant's failed attempts are not shown. */
export function OrderActivity({ order, words }: { order: OrderRecord; words: Words }) {
  const last = new Map(order.events.map(({ reference, sequence }) => [reference, sequence]))
  const events = order.events.filter(({ type, original, reference, sequence }) => {
    // The outcome replaces the event that announced it.
    if (type === 'accept') return last.get(reference) === sequence
    return type !== 'fail' || original === 'charge'
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
            <dd>{eventIn(event, words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function eventIn({ type, original, amount, currency }: EventRow, { say, money }: Words): string {
  if (type === 'order' || type === 'fail') return say(`event.${type}`)
  const given = { amount: amount === null ? '' : money({ amount, currency }) }
  return type === 'accept' ? say(`event.accept.${original ?? 'charge'}`, given) : say(`event.${type}`, given)
}

import { failedLater } from '@/server/model/order/late-failures'
import type { DisputeRow } from '@/server/settlement/disputes'
import type { EventRow, OrderRecord } from '@/server/store/orders'
import parts from '../../../_parts/customer/page.module.css'
import type { Words } from '../../../_parts/customer/words'
import forms from '../../../_parts/forms.module.css'

type KnownDispute = Pick<
  DisputeRow,
  'id' | 'state' | 'isInquiry' | 'opened' | 'decided' | 'amount' | 'currency'
>

/**
 * The activity of an order that concerns its payer, oldest first. A merchant's failed attempts are not shown, but what
 * failed after it had been reported as done is, and so are disputes.
 */
export function OrderActivity({
  order,
  disputes,
  words,
}: {
  order: OrderRecord
  disputes: readonly KnownDispute[]
  words: Words
}) {
  // Events keep their order, even if the clocks of the processes that wrote them differ.
  let latest = 0
  const items = [
    ...eventsShown(order).map((event) => {
      latest = Math.max(latest, event.date.getTime())
      return {
        key: `${event.sequence}`,
        at: event.date,
        place: latest,
        text: eventIn(event, order.events, words),
      }
    }),
    ...disputes
      .flatMap((dispute) => disputeItems(dispute, words))
      .map((item) => ({ ...item, place: item.at.getTime() })),
  ]
  return (
    <section className={`${parts.section} ${parts.noPrint}`} aria-labelledby="story">
      <h2 id="story">{words.say('receipt.what')}</h2>
      <dl className={`${forms.facts} ${parts.tight}`}>
        {items
          .toSorted((one, other) => one.place - other.place)
          .map(({ key, at, text }) => (
            <div key={key}>
              <dt>
                <time dateTime={at.toISOString()}>{words.moment(at)}</time>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function eventsShown(order: OrderRecord): EventRow[] {
  const last = new Map(order.events.map(({ reference, sequence }) => [reference, sequence]))
  return order.events.filter((event) => {
    const { type, original, reference, sequence } = event
    // The outcome replaces the event that announced it.
    if (type === 'accept') return last.get(reference) === sequence
    return type !== 'fail' || original === 'charge' || failedLater(event, order.events) !== undefined
  })
}

/**
 * The opening of a dispute and its outcome, together if nobody knows when it was decided. An inquiry of the bank moves no
 * money, so it does not concern the payer.
 */
function disputeItems({ id, state, isInquiry, opened, decided, ...of }: KnownDispute, { say, money }: Words) {
  if (isInquiry) return []
  const amount = money(of)
  const opening = { key: id, at: opened, text: say('event.dispute.opened', { amount }) }
  if (state !== 'won' && state !== 'lost') return [opening]
  const text = say(`event.dispute.${state}`, { amount })
  if (decided === null) return [{ ...opening, text: `${opening.text} · ${text}` }]
  return [opening, { key: `${id} decided`, at: decided, text }]
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

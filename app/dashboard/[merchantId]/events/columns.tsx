import { Amount } from '../../_parts/amount'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import type { Outputs } from '../../_parts/merchant'
import { type Column, usual } from '../../_parts/table/column'
import { useToday } from '../../_parts/use-today'
import { reasonInShort } from '../_parts/attempt-words'
import { shortOrderName } from '../_parts/order-name'
import { reasonNames } from '../_parts/reason-words'
import { EventKind } from './event-kind'

export type EventListRow = Outputs['event']['list']['events'][number]

/** The columns of the list of events. Their keys are also those of its export. */
export const eventColumns: readonly Column<EventListRow>[] = [
  {
    key: 'event',
    name: 'Event',
    width: 140,
    phone: 'note',
    cell: (event) => <EventKind event={event} />,
  },
  {
    key: 'order',
    name: 'Order',
    width: 130,
    grow: 0.4,
    phone: 'text',
    cell: (event) => <EventOrder event={event} />,
  },
  {
    ...usual.customer,
    cell: ({ payerName, accountId }) => (
      <Customer name={payerName} none={accountId === null ? 'Guest' : undefined} />
    ),
  },
  {
    ...usual.amount,
    cell: ({ amount, currency }) => (amount === null ? '–' : <Amount of={{ amount, currency }} />),
  },
  { ...usual.date, sort: { up: 'oldest', down: '', first: '' }, cell: ({ date }) => <Moment at={date} /> },
  {
    key: 'reason',
    name: 'Reason',
    width: 160,
    grow: 1.2,
    cell: ({ reason, error }) => (
      <span title={error?.description}>
        {error ? reasonInShort(error.code) : reason && reasonNames[reason]}
      </span>
    ),
  },
  { key: 'actor', name: 'By', width: 160, grow: 0.5, cell: ({ by }) => by && <bdi title={by}>{by}</bdi> },
  {
    key: 'id',
    name: 'ID',
    width: 170,
    optional: true,
    cell: ({ orderId, sequence }) => (
      <code>
        {orderId}/{sequence}
      </code>
    ),
  },
]

/** The order of an event, named as in the list of orders. */
export function EventOrder({ event: { orderId, number, due, firstLine } }: { event: EventListRow }) {
  const name = shortOrderName({ id: orderId, number, due, subscriptionName: firstLine }, useToday())
  return <bdi title={name}>{name}</bdi>
}

import { CardMark } from '../../_parts/card-mark'
import cells from '../../_parts/cells.module.css'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import { type Column, usual } from '../../_parts/table/column'
import { useToday } from '../../_parts/use-today'
import {
  type AttemptRow,
  attemptKinds,
  attemptSources,
  failureInShort,
  nextAttemptInWords,
} from '../_parts/attempt-words'
import { AttemptAmount } from './attempt-amount'

/** The columns of the list of failed attempts. Their keys are also those of its export. */
export const attemptColumns: readonly Column<AttemptRow>[] = [
  {
    key: 'created',
    name: 'Time',
    width: 136,
    grow: 0.3,
    phone: 'text',
    sort: { up: 'oldest', down: '', first: '' },
    cell: ({ created }) => <Moment at={created} />,
  },
  {
    ...usual.customer,
    width: 140,
    cell: ({ payerName, number, accountId }) =>
      number && !payerName ? (
        <bdi>Order {number}</bdi>
      ) : (
        <Customer name={payerName} none={accountId === null ? 'Guest' : undefined} />
      ),
  },
  { ...usual.amount, cell: (attempt) => <AttemptAmount of={attempt} /> },
  {
    key: 'reason',
    name: 'Reason',
    width: 150,
    grow: 1,
    phone: 'note',
    cell: (attempt) => <span title={attempt.reason}>{failureInShort(attempt)}</span>,
  },
  { ...usual.card, cell: ({ card }) => <CardMark scheme={card?.scheme} last4={card?.last4} /> },
  {
    key: 'source',
    name: 'From',
    width: 96,
    grow: 0.3,
    phone: 'more',
    cell: ({ source }) => source && attemptSources[source],
  },
  {
    key: 'next',
    name: 'What happens next',
    width: 200,
    grow: 1.6,
    cell: (attempt) => <Next attempt={attempt} />,
  },
  {
    key: 'kind',
    name: 'What',
    width: 110,
    grow: 0.4,
    optional: true,
    cell: ({ kind }) => attemptKinds[kind],
  },
  {
    key: 'number',
    name: 'Order',
    width: 110,
    optional: true,
    cell: ({ number }) => <bdi>{number ?? '–'}</bdi>,
  },
  {
    key: 'order',
    name: 'Order ID',
    width: 150,
    optional: true,
    cell: ({ orderId }) => (orderId === null ? '–' : <code>{orderId}</code>),
  },
]

function Next({ attempt }: { attempt: AttemptRow }) {
  const words = nextAttemptInWords(attempt, useToday())
  return <span className={cells.sentence}>{words}</span>
}

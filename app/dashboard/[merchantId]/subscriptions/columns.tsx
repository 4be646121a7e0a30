import { Amount } from '../../_parts/amount'
import { Chip } from '../../_parts/chip'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import type { Outputs } from '../../_parts/merchant'
import { type Column, usual } from '../../_parts/table/column'
import { NearDay } from '../_parts/day'

export type SubscriptionListRow = Outputs['subscription']['list']['subscriptions'][number]

/** The columns of the list of subscriptions. Their keys are also those of its export. */
export const subscriptionColumns: readonly Column<SubscriptionListRow>[] = [
  {
    key: 'what',
    name: 'Subscription',
    width: 160,
    grow: 1.2,
    phone: 'text',
    cell: ({ what }) => <bdi title={what}>{what}</bdi>,
  },
  { ...usual.customer, cell: ({ payerName }) => <Customer name={payerName} /> },
  { ...usual.amount, cell: (subscription) => <Amount of={subscription} /> },
  {
    key: 'frequency',
    name: 'Frequency',
    width: 170,
    grow: 1.6,
    cell: ({ words }) => <span title={words}>{words}</span>,
  },
  {
    key: 'due',
    name: 'Next payment',
    width: 110,
    grow: 0.4,
    sort: { up: 'due', down: 'due-down', first: 'due' },
    phone: 'more',
    // A suspended account is not billed.
    cell: ({ due, states }) => (due && !states.includes('suspended') ? <NearDay day={due} /> : '–'),
  },
  {
    ...usual.status,
    // The first state is the most important one: a subscription that is being retried is also active.
    cell: ({ states: [state = ''] }) => <Chip state={state} />,
  },
  {
    key: 'end',
    name: 'Ends',
    width: 100,
    grow: 0.3,
    cell: ({ end }) => (end ? <NearDay day={end} /> : '–'),
  },
  {
    key: 'planned',
    name: 'Change from',
    width: 110,
    optional: true,
    cell: ({ planned }) => (planned ? <NearDay day={planned} /> : '–'),
  },
  {
    key: 'created',
    name: 'Created',
    width: 136,
    grow: 0.3,
    sort: { up: 'oldest', down: '', first: '' },
    optional: true,
    cell: ({ created }) => <Moment at={created} />,
  },
  {
    key: 'number',
    name: 'Number',
    width: 110,
    optional: true,
    cell: ({ number }) => <bdi>{number ?? '–'}</bdi>,
  },
  {
    key: 'id',
    name: 'ID',
    width: 190,
    optional: true,
    cell: ({ account, id }) => (
      <code>
        {account}/{id}
      </code>
    ),
  },
]

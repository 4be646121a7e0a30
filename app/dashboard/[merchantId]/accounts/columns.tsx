import { languageInEnglish } from '@/server/model/language'
import { shownStatus } from '@/server/model/shown-status'
import { Amount } from '../../_parts/amount'
import { CardMark } from '../../_parts/card-mark'
import { Chip } from '../../_parts/chip'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import type { Outputs } from '../../_parts/merchant'
import { type Column, usual } from '../../_parts/table/column'

export type AccountListRow = Outputs['account']['list']['accounts'][number]

/** The columns of the list of accounts. Their keys are also those of its export. */
export const accountColumns: readonly Column<AccountListRow>[] = [
  {
    ...usual.customer,
    sort: { up: 'name', down: 'name-down' },
    width: 160,
    cell: ({ name }) => <Customer name={name} />,
  },
  {
    key: 'email',
    name: 'E-mail',
    width: 150,
    grow: 1.4,
    phone: 'text',
    cell: ({ email }) => <bdi title={email}>{email ?? '–'}</bdi>,
  },
  { ...usual.status, cell: (account) => <Chip state={shownStatus(account)} /> },
  { ...usual.card, cell: ({ card }) => <CardMark scheme={card?.scheme} last4={card?.last4} /> },
  {
    key: 'subscriptions',
    name: 'Subscriptions',
    width: 104,
    grow: 0.3,
    align: 'end',
    cell: ({ subscriptions }) => (subscriptions > 0 ? subscriptions : '–'),
  },
  {
    key: 'unpaid',
    name: 'Unpaid',
    width: 116,
    grow: 0.5,
    align: 'end',
    phone: 'figure',
    // A sum per currency.
    cell: ({ unpaid }) =>
      unpaid.map((sum) => (
        <div key={sum.currency}>
          <Amount of={sum} />
        </div>
      )),
  },
  { ...usual.created, cell: ({ created }) => <Moment at={created} /> },
  {
    key: 'number',
    name: 'Number',
    width: 110,
    grow: 0.6,
    cell: ({ number }) => <bdi title={number ?? undefined}>{number ?? '–'}</bdi>,
  },
  {
    key: 'language',
    name: 'Language',
    width: 90,
    optional: true,
    cell: ({ language }) => (language ? languageInEnglish[language] : '–'),
  },
  {
    key: 'tags',
    name: 'Tags',
    width: 100,
    optional: true,
    cell: ({ tags }) => <bdi>{tags.join(', ')}</bdi>,
  },
  { key: 'id', name: 'ID', width: 150, optional: true, cell: ({ id }) => <code>{id}</code> },
]

import { Amount } from '../../_parts/amount'
import cells from '../../_parts/cells.module.css'
import { Chip } from '../../_parts/chip'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import type { Outputs } from '../../_parts/merchant'
import { type Column, usual } from '../../_parts/table/column'
import { DocumentFiles, signedGross, signedVat, typeOf } from '../_parts/documents'
import { OrderName } from '../_parts/order-name-cell'

type ListedDocument = Outputs['document']['list']['documents'][number]

/** The columns of the list of documents. Their keys are also those of its export. */
export const documentColumns: readonly Column<ListedDocument>[] = [
  {
    key: 'number',
    name: 'Number',
    width: 114,
    phone: 'text',
    cell: ({ number }) => number ?? <Chip state="waiting" />,
  },
  {
    key: 'kind',
    name: 'Type',
    width: 88,
    grow: 0.6,
    phone: 'note',
    cell: (document) => <span className={cells.sentence}>{typeOf(document)}</span>,
  },
  {
    ...usual.customer,
    width: 124,
    cell: ({ buyer, accountId }) => <Customer name={buyer} none={accountId === null ? 'Guest' : undefined} />,
  },
  { ...usual.amount, width: 112, cell: (document) => <Amount of={signedGross(document)} /> },
  {
    key: 'files',
    name: 'Files',
    width: 80,
    grow: 0,
    align: 'end',
    cell: (document) => <DocumentFiles document={document} />,
  },
  {
    ...usual.date,
    sort: { up: 'oldest', down: '', first: '' },
    cell: ({ created }) => <Moment at={created} />,
  },
  {
    key: 'order',
    name: 'Order',
    width: 120,
    grow: 0.9,
    cell: ({ order, orderNumber, orderId }) => (
      <OrderName order={order ?? { id: orderId, number: orderNumber ?? null }} />
    ),
  },
  {
    key: 'vat',
    name: 'VAT',
    width: 116,
    grow: 0.5,
    align: 'end',
    cell: (document) => <Amount of={signedVat(document)} />,
  },
  { key: 'id', name: 'ID', width: 150, optional: true, cell: ({ id }) => <code>{id}</code> },
]

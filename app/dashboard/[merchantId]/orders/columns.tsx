import { Amount } from '../../_parts/amount'
import { CardMark } from '../../_parts/card-mark'
import { Customer } from '../../_parts/customer'
import { Moment } from '../../_parts/detail'
import type { Outputs } from '../../_parts/merchant'
import { OrderState } from '../../_parts/order-state'
import { type Column, usual } from '../../_parts/table/column'
import { OrderName } from '../_parts/order-name-cell'

export type OrderListRow = Outputs['order']['list']['orders'][number]

/** The columns of the list of orders. Their keys are also those of its export. */
export const orderColumns: readonly Column<OrderListRow>[] = [
  {
    key: 'number',
    name: 'Order',
    width: 110,
    grow: 1.4,
    phone: 'text',
    cell: (order) => <OrderName order={{ ...order, subscriptionName: order.product?.name }} />,
  },
  {
    ...usual.customer,
    cell: ({ payerName, accountId }) => (
      <Customer name={payerName} none={accountId === null ? 'Guest' : undefined} />
    ),
  },
  {
    ...usual.amount,
    sort: { up: 'amount', down: 'amount-down', first: 'amount-down' },
    cell: (order) => <Amount of={order} />,
  },
  { ...usual.status, width: 116, cell: (order) => <OrderState order={order} /> },
  { ...usual.card, cell: ({ card }) => <CardMark scheme={card.scheme} last4={card.last4} /> },
  { ...usual.created, cell: ({ created }) => <Moment at={created} /> },
  {
    key: 'product',
    name: 'Product',
    width: 120,
    grow: 0.8,
    cell: ({ product }) => product && <Product {...product} />,
  },
  share('charged', 'Charged'),
  share('refunded', 'Refunded'),
  share('cancelled', 'Cancelled'),
  share('ordered', 'Left to charge'),
  {
    key: 'authorisedUntil',
    name: 'Authorised until',
    width: 124,
    grow: 0.3,
    optional: true,
    cell: ({ authorisedUntil, shares }) =>
      authorisedUntil && shares.ordered > 0n ? <Moment at={authorisedUntil} /> : '–',
  },
  {
    key: 'tags',
    name: 'Tags',
    width: 100,
    optional: true,
    cell: ({ tags }) => <bdi>{tags?.join(', ')}</bdi>,
  },
  {
    key: 'email',
    name: 'E-mail',
    width: 160,
    grow: 1.2,
    optional: true,
    cell: ({ payerEmail }) => payerEmail && <bdi title={payerEmail}>{payerEmail}</bdi>,
  },
  { key: 'id', name: 'ID', width: 150, optional: true, cell: ({ id }) => <code>{id}</code> },
]

function share(state: keyof OrderListRow['shares'], name: string): Column<OrderListRow> {
  return {
    key: state,
    name,
    width: 120,
    grow: 0.6,
    align: 'end',
    optional: true,
    cell: ({ shares, currency }) =>
      shares[state] > 0n ? <Amount of={{ amount: shares[state], currency }} /> : '–',
  }
}

/** The first line of an order, and how many more there are. */
const Product = ({ name, others }: { name: string; others: number }) => (
  <span title={name}>
    <bdi>{name}</bdi>
    {others > 0 && ` +${others}`}
  </span>
)

import { Moment } from '../../../_parts/detail'
import type { Outputs } from '../../../_parts/merchant'
import type { Column } from '../../../_parts/table/column'
import { DeliveryState } from '../../_parts/delivery-state'
import { OrderName } from '../../_parts/order-name-cell'
import { RealMoment } from '../../_parts/real-time'
import styles from './address-list.module.css'

export type DeliveryListRow = Outputs['callback']['list']['rows'][number]

/** The columns of the list of callbacks. */
export const deliveryColumns: readonly Column<DeliveryListRow>[] = [
  { key: 'type', name: 'Event', width: 150, grow: 0.6, phone: 'title', cell: ({ type }) => type },
  {
    key: 'order',
    name: 'Order',
    width: 120,
    grow: 0.8,
    phone: 'text',
    cell: ({ order }) => (order ? <OrderName order={order} /> : '–'),
  },
  {
    key: 'state',
    name: 'Status',
    width: 232,
    grow: 1,
    phone: 'note',
    cell: (row) => <DeliveryState delivery={row} />,
  },
  {
    key: 'result',
    name: 'Last result',
    width: 150,
    grow: 1.2,
    cell: ({ responseStatus, error }) => (
      <span className={styles.result} title={error ?? undefined}>
        {error ?? (responseStatus === null ? '' : `Response ${responseStatus}`)}
      </span>
    ),
  },
  {
    key: 'url',
    name: 'Address',
    width: 200,
    grow: 1.8,
    cell: ({ url }) => (
      <span className={styles.url} title={url}>
        {url}
      </span>
    ),
  },
  {
    key: 'created',
    name: 'Created',
    width: 130,
    grow: 0.4,
    align: 'end',
    phone: 'figure',
    cell: ({ created }) => <Moment at={created} />,
  },
  {
    key: 'attempts',
    name: 'Attempts',
    width: 90,
    grow: 0.2,
    align: 'end',
    optional: true,
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'next',
    name: 'Next attempt',
    width: 130,
    grow: 0.4,
    optional: true,
    cell: ({ status, nextAttempt }) => status === 'waiting' && <RealMoment at={nextAttempt} />,
  },
  { key: 'id', name: 'webhook-id', width: 160, optional: true, cell: ({ id }) => <Id text={id} /> },
]

const Id = ({ text }: { text: string }) => <code>{text}</code>

import { movementNames } from '@/server/model/subscription/movement-names'
import { Amount } from '../../../_parts/amount'
import { Chip } from '../../../_parts/chip'
import { Customer } from '../../../_parts/customer'
import { Moment } from '../../../_parts/detail'
import type { Outputs } from '../../../_parts/merchant'
import { type Column, usual } from '../../../_parts/table/column'

type MovementListRow = Outputs['report']['movements']['movements'][number]

const reasons: Record<NonNullable<MovementListRow['why']>, string> = {
  customer: 'Ended by the customer',
  merchant: 'Ended by the merchant',
  term: 'Reached its end date',
  currency: 'Currency changed',
  'payments failed': 'All payments failed',
}

const colours = {
  new: 'green',
  expansion: 'green',
  contraction: 'amber',
  lost: 'red',
  recovered: 'blue',
} as const satisfies Record<MovementListRow['kind'], string>

/** The columns of the list of revenue movements. Their keys are also those of its export. */
export const movementColumns: readonly Column<MovementListRow>[] = [
  {
    key: 'subscription',
    name: 'Subscription',
    width: 136,
    grow: 1.4,
    phone: 'text',
    cell: ({ what }) => <bdi title={what}>{what}</bdi>,
  },
  { ...usual.customer, cell: ({ payerName }) => <Customer name={payerName} /> },
  {
    key: 'kind',
    name: 'Movement',
    width: 110,
    grow: 0.6,
    phone: 'note',
    cell: ({ kind }) => <Chip state={movementNames[kind]} colour={colours[kind]} />,
  },
  { key: 'why', name: 'Reason', width: 150, grow: 0.8, cell: ({ why }) => why && reasons[why] },
  {
    key: 'monthly',
    name: 'Per month',
    width: 140,
    grow: 0.6,
    align: 'end',
    phone: 'figure',
    cell: ({ monthly, currency }) => <Amount of={{ amount: monthly, currency }} />,
  },
  { ...usual.date, cell: ({ date }) => <Moment at={date} /> },
]

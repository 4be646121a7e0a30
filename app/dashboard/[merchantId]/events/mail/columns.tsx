import { Chip } from '../../../_parts/chip'
import { Moment } from '../../../_parts/detail'
import type { Outputs } from '../../../_parts/merchant'
import type { Column } from '../../../_parts/table/column'
import { mailName, mailState } from '../../_parts/mail-words'
import { RealMoment } from '../../_parts/real-time'

type ListedMail = Outputs['mail']['list']['rows'][number]

/** The columns of the list of mail. */
export const mailColumns: readonly Column<ListedMail>[] = [
  {
    key: 'template',
    name: 'Mail',
    width: 190,
    grow: 1,
    phone: 'title',
    cell: ({ template }) => mailName(template),
  },
  { key: 'to', name: 'To', width: 226, grow: 1.4, phone: 'text', cell: ({ to }) => <bdi>{to}</bdi> },
  {
    key: 'state',
    name: 'Status',
    width: 130,
    grow: 0.6,
    phone: 'note',
    cell: (row) => <Chip state={mailState(row)} />,
  },
  { key: 'error', name: 'Reason', width: 220, grow: 1.4, optional: true, cell: ({ error }) => error },
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
    key: 'sent',
    name: 'Sent',
    width: 130,
    grow: 0.4,
    optional: true,
    cell: ({ sent }) => sent && <RealMoment at={sent} />,
  },
]

import { EraseData } from '../../_parts/erase-data'

const erased = [
  'IP address and browser',
  'Notes, tags and metadata, including those in callbacks',
  'Details in the audit log, which still shows who did what, and when',
]

const kept = [
  'The order and its payment with the last digits of the card, its documents and the journal. Bookkeeping laws require you to keep them for years.',
  'The number of the order, the names of its lines, and its callback address. They are part of the order.',
  'The request log, for 7 days. Then it is deleted automatically.',
]

/** For an order paid with a card token. The data of other orders is erased with their account. */
export const EraseOrder = ({ id, isAgain }: { id: string; isAgain: boolean }) => (
  <EraseData
    subject="order"
    id={id}
    whose="the person who paid this order"
    erased={erased}
    kept={kept}
    isAgain={isAgain}
    afterwards="The order can still be refunded."
  />
)

import { capitalised } from '@/server/model/capitalised'
import { arrives, type EntryKind, type PayoutState } from '@/server/model/card/settlement'

const colours = { 'on its way': 'blue', paid: 'green', failed: 'red', cancelled: undefined } as const

export const colourOf = (state: PayoutState) => colours[state]

/** What becomes of the sum of a payout. A negative balance is collected from the bank account. */
export const paidInWords = ({ state, amount }: { state: PayoutState; amount: bigint }): string => {
  const done = amount < 0n ? 'collected' : 'paid out'
  if (!arrives(state)) return `Not ${done}`
  return state === 'paid' ? capitalised(done) : `Will be ${done}`
}

/** What the day of a payout is called. */
export const dayInWords = ({ state, amount }: { state: PayoutState; amount: bigint }): string =>
  state !== 'paid' ? 'Expected' : amount < 0n ? 'Collected' : 'Arrived'

export const namesOfKinds: Record<EntryKind, string> = {
  charge: 'Charges',
  refund: 'Refunds',
  'failed refund': 'Failed refunds, returned',
  dispute: 'Disputes',
  'dispute reversal': 'Disputes won',
  fee: 'Fees of the card service',
  'failed payout': 'Failed payouts, returned',
  other: 'Other movements',
}

export const nameOfEntry: Record<EntryKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  'failed refund': 'Failed refund',
  dispute: 'Dispute',
  'dispute reversal': 'Dispute won',
  fee: 'Fee',
  'failed payout': 'Failed payout',
  other: 'Other',
}

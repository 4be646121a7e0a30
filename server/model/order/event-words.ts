import { capitalised } from '../capitalised'

/** What an event of each type has done, in texts. It is also the name of the state that the event leads to. */
export const participleOf = { charge: 'charged', cancel: 'cancelled', refund: 'refunded' } as const

/** What an event of each type is called: "The refund failed." */
export const nounOf = { charge: 'charge', cancel: 'cancellation', refund: 'refund' } as const

type ChangeType = keyof typeof participleOf

interface EventInWords {
  type: 'order' | 'accept' | 'fail' | ChangeType
  /** What was accepted, or has failed. */
  original?: ChangeType | null | undefined
}

/** What happened to an order, in two or three words: "Charged", "Cancellation accepted", "Refund failed". */
export function eventInWords({ type, original }: EventInWords): string {
  if (type === 'order') return 'Ordered'
  if (type === 'accept') return `${capitalised(nounOf[original ?? 'charge'])} accepted`
  if (type === 'fail') return original ? `${capitalised(nounOf[original])} failed` : 'Failed'
  return capitalised(participleOf[type])
}

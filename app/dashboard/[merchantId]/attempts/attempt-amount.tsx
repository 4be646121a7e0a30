import { Amount } from '../../_parts/amount'
import type { AttemptRow } from '../_parts/attempt-words'

/** The amount of a failed attempt; a dash for a card that was only to be stored. */
export const AttemptAmount = ({ of: { amount, currency } }: { of: AttemptRow }) =>
  amount === null || currency === null ? '–' : <Amount of={{ amount, currency }} />

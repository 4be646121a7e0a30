import type { Outputs } from '../../_parts/merchant'

/** The books of a period. */
export type PeriodBooks = Outputs['bookkeeping']['get']

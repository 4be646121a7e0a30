import type { Outputs } from '../../_parts/merchant'

/** The books of a period. */
export type Books = Outputs['bookkeeping']['get']

import type { EventRow, OrderRecord } from '../store/orders'

/** The result of a completed operation. */
export interface CompletedOperation {
  event: EventRow
  /** The order that an authorisation has just created. */
  made?: OrderRecord
}

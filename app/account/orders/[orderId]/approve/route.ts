import { resumed, toBank } from '../../../../_parts/customer/resumed'

/** Sends the customer to the bank's page of a payment that waits for approval. */
export const GET = resumed(toBank)

import { resumeOrderPayment, toBank } from '../../../../_parts/customer/resume-payment'

/** Sends the customer to the bank's page of a payment that waits for approval. */
export const GET = resumeOrderPayment(toBank)

import { resumeOrderPayment, toPage } from '../../../../_parts/customer/resume-payment'

/** The customer returns from the bank. */
export const GET = resumeOrderPayment(toPage)

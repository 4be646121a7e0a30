import { resumed, toPage } from '../../../../_parts/customer/resumed'

/** The customer returns from the bank. */
export const GET = resumed(toPage)

import { resumed } from '../../../../_parts/customer/resumed'

/** The customer returns from the bank, whose word is not trusted: Kassa asks the card service. */
export const GET = resumed((_, page) => page)

import { minutes } from '../core/clock'

/** How long a cardholder has to approve a payment with a stored card, in real time. */
export const approvalLife = minutes(30)

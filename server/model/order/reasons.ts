/** Why somebody cancels or refunds. */
export const givenReasons = ['requested', 'duplicate', 'fraud', 'other'] as const
export type GivenReason = (typeof givenReasons)[number]

/**
 * Why an event happened: the authorisation expired, a capture released the rest of it, it was done at the card service
 * (for example in its dashboard), or somebody's reason to cancel or refund.
 */
export const eventReasons = ['expired', 'released', 'external', ...givenReasons] as const
export type EventReason = (typeof eventReasons)[number]

/** Whether the reason was given by somebody who cancelled or refunded. */
export const isGiven = (reason: EventReason | null): reason is GivenReason =>
  givenReasons.some((given) => given === reason)

/** Whether Kassa was asked to do it. Requests without a reason have none. */
export const isRequested = (reason: EventReason | null): boolean => reason === null || isGiven(reason)

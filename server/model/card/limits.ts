/** How often cards may be attempted with public keys and on the account page before Kassa refuses further attempts. */
export interface CardLimits {
  /** Card tokens created within a minute. */
  cardsPerSource: number
  cardsPerKey: number
  cardsPerMerchant: number
  /** Cards declined within an hour. */
  declinesPerSource: number
  declinesPerKey: number
  declinesPerMerchant: number
}

/**
 * A source address reaches its own limit long before those of its key and merchant, and refused attempts do not count.
 * So no single address can keep others from paying.
 */
export const usualCardLimits: CardLimits = {
  cardsPerSource: 60,
  cardsPerKey: 1500,
  cardsPerMerchant: 3000,
  declinesPerSource: 40,
  declinesPerKey: 1000,
  declinesPerMerchant: 2000,
}

export const cardLimitNames = Object.keys(usualCardLimits) as readonly (keyof CardLimits)[]

/** The limits of a merchant: the defaults, and those it has changed. */
export const cardLimitsOf = ({ cardLimits }: { cardLimits: Partial<CardLimits> }): CardLimits => ({
  ...usualCardLimits,
  ...cardLimits,
})

import { z } from 'zod'
import type { Merchant } from './merchant'

const limit = () => z.int().min(1).max(1_000_000)

/** How often cards may be attempted with public keys and on the account page before Kassa refuses further attempts. */
export const CardLimits = z.strictObject({
  /** Card tokens created within a minute. */
  cardsPerSource: limit(),
  cardsPerKey: limit(),
  cardsPerMerchant: limit(),
  /** Cards declined within an hour. */
  declinesPerSource: limit(),
  declinesPerKey: limit(),
  declinesPerMerchant: limit(),
})
export type CardLimits = z.infer<typeof CardLimits>

/**
 * A source address reaches its own limit long before that of its key or merchant, and what is refused does not count: no
 * single address can keep others from paying.
 */
export const usualCardLimits: CardLimits = {
  cardsPerSource: 60,
  cardsPerKey: 1500,
  cardsPerMerchant: 3000,
  declinesPerSource: 30,
  declinesPerKey: 1000,
  declinesPerMerchant: 2000,
}

/** The limits of a merchant: the usual ones, and those it has changed. */
export const cardLimitsOf = ({ cardLimits }: Pick<Merchant, 'cardLimits'>): CardLimits => ({
  ...usualCardLimits,
  ...cardLimits,
})

import { capitalised } from '@/server/model/capitalised'

/**
 * Which other payments a customer made: "The customer may have paid twice: there is another payment of 10 kr within a day."
 * `paying`: how many of them the customer pays as well as this one. `isMore`: whether there are more than are known.
 */
export function similarInWords(
  { paying, all, isMore }: { paying: number; all: number; isMore: boolean },
  sum: string,
): string {
  const others = all === 1 ? 'is another payment' : `are ${isMore ? 'more than ' : ''}${all} other payments`
  const some = paying > 0 && paying < all && !isMore ? `, ${paying} of them still paid or due` : ''
  const sentence = `there ${others} of ${sum} within a day${some}.`
  return paying > 0 ? `The customer may have paid twice: ${sentence}` : capitalised(sentence)
}

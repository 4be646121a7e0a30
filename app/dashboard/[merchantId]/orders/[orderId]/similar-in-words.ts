import { capitalised } from '@/server/model/capitalised'

/**
 * Which other payments a customer made: "The customer may have paid twice: there is another payment of 10 kr within a day."
 * `paying`: how many of them the customer pays as well as this one. `isMore`: whether there are more than are known.
 */
export function similarInWords(
  { paying, all, isMore }: { paying: number; all: number; isMore: boolean },
  sum: string,
): string {
  const count = isMore || paying === 0 ? all : paying
  const others =
    count === 1 ? 'is another payment' : `are ${isMore ? 'more than ' : ''}${count} other payments`
  const sentence = `there ${others} of ${sum} within a day.`
  return paying > 0 ? `The customer may have paid twice: ${sentence}` : capitalised(sentence)
}

import { counted } from './counted'

/**
 * What still needs the personal data of an account or order, and how often. `unpaid`: orders whose payment failed.
 * `running`: operations at the card service without an outcome. `unbooked`: movements of money whose document is issued
 * in a moment.
 */
export interface ErasureObstacles {
  subscriptions: number
  authorised: number
  unpaid: number
  running: number
  unbooked: number
  disputes: number
}

type ToDo = Record<keyof ErasureObstacles, (count: number) => string>

const accountWords: ToDo = {
  subscriptions: (count) => `end ${counted(count, 'subscription')}`,
  authorised: (count) => `charge or cancel ${counted(count, 'order')} with a reserved amount`,
  unpaid: (count) => `have ${counted(count, 'unpaid order')} paid, or cancel ${count === 1 ? 'it' : 'them'}`,
  running: (count) => `wait for the outcome of ${counted(count, 'payment')} at the card service`,
  unbooked: (count) =>
    `wait a moment until ${counted(count, 'document')} ${count === 1 ? 'is' : 'are'} issued`,
  disputes: (count) =>
    `wait until the bank has decided ${counted(count, 'dispute')}, which may need the data as evidence`,
}

const orderWords: ToDo = {
  ...accountWords,
  authorised: () => 'charge or cancel the amount that is still reserved',
  unpaid: () => 'have the order paid, or cancel it',
}

/** What has to be done before the data of an account can be erased, in words; empty if nothing. */
export const erasureToDo = (obstacles: ErasureObstacles, words: ToDo = accountWords): string[] =>
  (Object.keys(words) as (keyof ErasureObstacles)[]).flatMap((each) =>
    obstacles[each] > 0 ? [words[each](obstacles[each])] : [],
  )

/** The same for a single order. */
export const orderErasureToDo = (obstacles: ErasureObstacles): string[] => erasureToDo(obstacles, orderWords)

export const isInTheWay = (obstacles: ErasureObstacles): boolean =>
  Object.values(obstacles).some((count) => count > 0)

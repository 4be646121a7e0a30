import { counted } from './counted'

/**
 * Why an account is still needed, and how often. `unpaid`: orders whose payment failed. `running`: operations at the card
 * service without an outcome. `unbooked`: movements of money whose document is issued in a moment.
 */
export interface ErasureObstacles {
  subscriptions: number
  authorised: number
  unpaid: number
  running: number
  unbooked: number
  disputes: number
}

const toDo: Record<keyof ErasureObstacles, (count: number) => string> = {
  subscriptions: (count) => `end ${counted(count, 'subscription')}`,
  authorised: (count) => `charge or cancel ${counted(count, 'order')} with a reserved amount`,
  unpaid: (count) => `have ${counted(count, 'unpaid order')} paid, or cancel ${count === 1 ? 'it' : 'them'}`,
  running: (count) => `wait for the outcome of ${counted(count, 'payment')} at the card service`,
  unbooked: (count) =>
    `wait a moment until ${counted(count, 'document')} ${count === 1 ? 'is' : 'are'} issued`,
  disputes: (count) =>
    `wait until the bank has decided ${counted(count, 'dispute')}, which may need the data as evidence`,
}

/** What has to be done before an account can be erased, in words; empty if nothing. */
export const erasureToDo = (obstacles: ErasureObstacles): string[] =>
  (Object.keys(toDo) as (keyof ErasureObstacles)[]).flatMap((each) =>
    obstacles[each] > 0 ? [toDo[each](obstacles[each])] : [],
  )

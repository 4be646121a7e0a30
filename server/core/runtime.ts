import type { Database } from '@/db/client'
import type { CardServices } from '../model/card/service'
import type { Clock } from './clock'

/** What a process has one of: its pool of connections, and what is built upon it. */
export interface Runtime {
  db: Database
  cards: CardServices
  clock: Clock
  /** Address that the outside knows this installation by, without a slash at the end. */
  baseUrl: string
}

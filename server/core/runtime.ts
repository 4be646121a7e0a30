import type { Database } from '@/db/client'
import type { CardServices } from '../model/card/service'
import type { Clock } from './clock'

/** What a process has exactly one of: its connection pool, and what uses it. */
export interface Runtime {
  db: Database
  cards: CardServices
  clock: Clock
  /** The address under which this installation is reached from outside, without a slash at the end. */
  baseUrl: string
}

/** The installation as a whole: its database and its clock, for what belongs to no merchant, such as users and limits. */
export type Installation = Pick<Runtime, 'db' | 'clock'>

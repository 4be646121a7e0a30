import type { Database } from '@/db/client'
import type { CardServices } from '../model/card/service'
import type { Clock } from './clock'

/** What a process has exactly one of: its connection pool, and what uses it. */
export interface Runtime {
  db: Database
  cards: CardServices
  clock: Clock
  /** The public URL of this installation, without a trailing slash. */
  baseUrl: string
}

/** The database and clock of the installation, for data that belongs to no merchant, such as users and limits. */
export type Installation = Pick<Runtime, 'db' | 'clock'>

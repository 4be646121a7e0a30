import type { Database } from '@/db/client'
import type { ReadFrom } from '@/db/replica'
import type { CardServices } from '../model/card/service'
import type { Clock } from './clock'

/** What a process has exactly one of: its connection pool, and what uses it. */
export interface Runtime {
  db: Database
  /** Where lists and reports read, if there is a replica. */
  readFrom?: ReadFrom | undefined
  cards: CardServices
  clock: Clock
  /** The public URL of this installation, without a trailing slash. */
  baseUrl: string
}

/** The database and clock of the installation, for data that belongs to no merchant, such as users and limits. */
export type Installation = Pick<Runtime, 'db' | 'clock'>

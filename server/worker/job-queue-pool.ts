import type { Socket } from 'node:net'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { jobQueueAddress } from '@/db/session'
import { log } from '../core/log'

/** What the driver has and its types do not. */
type OpenClient = PoolClient & { connection: { stream: Socket }; readyForQuery: boolean }

/** How many jobs a worker does at once. */
export const jobsAtOnce = 5

/** One connection listens for new jobs. The running jobs can have one each. */
const maxConnections = 1 + jobsAtOnce

/**
 * Connections for the job queue. One that waits for a response and receives nothing for long is closed, even while it is
 * being opened: a machine that vanished says nothing, and the system would wait for it for a quarter of an hour, or forever.
 */
export function jobQueuePool({
  databaseUrl,
  readTimeoutMs = 40_000,
}: {
  databaseUrl: string
  readTimeoutMs?: number
}): Pool {
  const pool = new Pool({
    ...jobQueueAddress(databaseUrl),
    application_name: 'kassa jobs',
    max: maxConnections,
    // Until a connection is open, no other time limit holds. The pool's own option would also limit the wait for a free one.
    Client: class extends Client {
      constructor(settings?: ClientConfig) {
        super({ ...settings, connectionTimeoutMillis: readTimeoutMs })
      }
    },
    verify,
  })
  // The caller gets the error, too. Without a listener, it would also end the process.
  const report = (err: Error) => log.error({ err }, 'A connection of the job queue was lost')
  pool.on('error', report)
  pool.on('connect', (client) => {
    client.on('error', report)
    const opened = client as OpenClient
    const { stream } = opened.connection
    stream.setTimeout(readTimeoutMs)
    stream.on('timeout', () => {
      if (!opened.readyForQuery) stream.destroy()
    })
  })
  return pool
}

/** Rejects a connection to a read-only server. After a failover, it may be the old primary. */
function verify(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ isReadOnly: boolean }>(state).then(
    ({ rows: [row] }) => done(row?.isReadOnly ? new ReadOnly() : undefined),
    (error: Error) => done(error),
  )
}

const state = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`

class ReadOnly extends Error {
  override readonly message = 'the server is read-only'
  /** PostgreSQL's code for a change that a read-only server refuses. */
  readonly code = '25006'
}

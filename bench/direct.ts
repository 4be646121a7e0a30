import postgres, { type Sql } from 'postgres'
import { newId, newReference } from '@/server/core/id'
import { freshTexts, type RecordedStep, renewed, type Statement, stepsOf } from './record'

/** How fast PostgreSQL alone executes the statements of one request. */
export interface Direct {
  perSecond: number
  /** Round trips of one request, the same as in the service. */
  roundTrips: number
}

/** Sends the statements of a recorded request repeatedly on `connections` connections for `seconds`. */
export async function sendDirectly(
  url: string,
  recordings: { first: Statement[]; second: Statement[] },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Direct> {
  const steps = stepsOf(recordings.first)
  const fresh = freshTexts(recordings.first, recordings.second)
  const newText = (old: string) => (old.includes('-') ? newReference() : newId())
  const clients = Array.from({ length: connections }, () => postgres(url, { max: 1, onnotice: () => {} }))
  try {
    await Promise.all(clients.map((sql) => sendAll(sql, renewed(steps, fresh, newText))))
    let done = 0
    const until = performance.now() + seconds * 1000
    const started = performance.now()
    await Promise.all(
      clients.map(async (sql) => {
        while (performance.now() < until) {
          await sendAll(sql, renewed(steps, fresh, newText))
          done++
        }
      }),
    )
    const roundTrips = steps.reduce((sum, { transaction }) => sum + (transaction ? 3 : 1), 0)
    return { perSecond: (done * 1000) / (performance.now() - started), roundTrips }
  } finally {
    await Promise.all(clients.map((sql) => sql.end()))
  }
}

async function sendAll(sql: Sql, steps: readonly RecordedStep[]): Promise<void> {
  for (const { transaction, statements } of steps) {
    if (transaction) await sql.begin((tx) => Promise.all(statements.map((statement) => send(tx, statement))))
    else for (const statement of statements) await send(sql, statement)
  }
}

const send = (sql: Pick<Sql, 'unsafe'>, { query, parameters }: Statement) =>
  sql.unsafe(query, parameters as postgres.ParameterOrJSON<never>[], { prepare: true })

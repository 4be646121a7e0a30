import postgres from 'postgres'

/** 'kassa' in ASCII: any number that nothing else locks in the maintenance database. */
const lockNumber = '461715829601'

export interface Lock {
  /** Settles when the connection, and with it the lock, is lost without being released. */
  lost: Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lock that only one Kassa per data folder can hold, on its own connection. PostgreSQL releases it if the
 * process dies. Undefined if another process holds it.
 */
export async function tryLock(maintenanceUrl: string): Promise<Lock | undefined> {
  let released = false
  let reportLoss: () => void = () => undefined
  const lost = new Promise<void>((resolve) => {
    reportLoss = resolve
  })
  const sql = postgres(maintenanceUrl, {
    max: 1,
    max_lifetime: null,
    connection: { application_name: 'kassa lock' },
    // The driver would print the notice with which a crashing server ends its connections.
    onnotice: () => {},
    onclose: () => {
      if (!released) reportLoss()
    },
  })
  const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${lockNumber}::bigint) as held`
  const release = async () => {
    released = true
    await sql.end({ timeout: 5 })
  }
  if (row?.held) return { lost, release }
  await release()
  return undefined
}

/** The number of connections to a server, except this query's own and the one that holds the lock. */
export async function countClients(maintenanceUrl: string): Promise<number> {
  const sql = postgres(maintenanceUrl, { max: 1 })
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> 'kassa lock'`
    return row?.count ?? 0
  } finally {
    await sql.end({ timeout: 5 })
  }
}

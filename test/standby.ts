import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { halt, launch } from '@/db/embedded/cluster'
import { freePort } from '@/db/embedded/free-port'
import { migrate } from '@/db/migrate'
import { startEmbedded } from '@/server/process/embedded-database'

/** A server of the same database, of which each has a copy. */
export interface Server {
  folder: string
  url: string
  superuserUrl: string
}

const settings = { fsync: 'off', max_connections: '30' }
/** What ends the servers, the latest first. */
const ends: (() => Promise<unknown>)[] = []

export async function stopServers(): Promise<void> {
  for (const end of ends.splice(0)) await end()
}

/** Starts a server with an empty Kassa, and makes copies of its folder for standbys of these names. */
export async function startPrimary(dataDir: string, copies: readonly string[]): Promise<Server> {
  const folder = path.join(dataDir, 'postgres')
  const first = await startEmbedded({ dataDir, settings })
  await migrate(first.url)
  await first.stop()
  // Copied while the server is stopped: files of a running one come and go.
  for (const name of copies) execFileSync('cp', ['-a', folder, path.join(dataDir, name)])
  const { url, superuserUrl, stop } = await startEmbedded({ dataDir, settings })
  ends.unshift(stop)
  return { folder, url, superuserUrl }
}

/** Starts a standby on one of the copies, which streams from another server, if any. */
export async function startStandby(primary: Server, name: string, source?: Server): Promise<Server> {
  const folder = path.join(path.dirname(primary.folder), name)
  const signal = path.join(folder, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(folder)
  chownSync(signal, uid, gid)
  if (source) {
    const { password, port } = new URL(source.superuserUrl)
    const address = `host=127.0.0.1 port=${port} user=postgres password=${password}`
    appendFileSync(path.join(folder, 'postgresql.auto.conf'), `\nprimary_conninfo = '${address}'\n`)
  }
  const port = String(await freePort())
  await launch(folder, Number(port), settings)
  ends.unshift(() => halt(folder))
  const here = (url: string) => Object.assign(new URL(url), { port }).href
  return { folder, url: here(primary.url), superuserUrl: here(primary.superuserUrl) }
}

/** Runs a statement as PostgreSQL's superuser. */
export async function administer(
  server: Server,
  statement: string,
): Promise<Record<string, unknown> | undefined> {
  const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => {} })
  const [row] = await admin.unsafe(statement)
  await admin.end()
  return row
}

/** Connects to the replica as often as it lets a role. Returns a function that closes the connections. */
export async function useUp({ url }: Server): Promise<() => Promise<unknown>> {
  const clients: postgres.Sql[] = []
  const close = () => Promise.all(clients.map((client) => client.end()))
  for (let count = 0; count < Number(settings.max_connections); count++) {
    const client = postgres(url, { max: 1 })
    clients.push(client)
    const isFull = await client`select 1`.then(
      () => false,
      (error) => error.code === '53300',
    )
    if (isFull) return close
  }
  throw new Error('The replica accepts more connections than its settings say')
}

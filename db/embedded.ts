import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { overSocket } from './address'
import { halt, initialise, launch, type PostgresSettings, recoveryMs } from './embedded/cluster'
import { freePort, isFree } from './embedded/free-port'
import { countClients, type Lock, tryLock } from './embedded/lock'
import { isStopping, type Postmaster, readPostmaster } from './embedded/pid-file'
import { prepareRole, roleName } from './embedded/role'

export type { Lock } from './embedded/lock'

const attempts = 5

export interface Embedded {
  /** The URL of the database `kassa`, for the role that owns it. */
  url: string
  /** The same through the server's Unix socket, where the system has one. */
  socketUrl: string
  /** The same for PostgreSQL's superuser: for tests, which create databases. Kassa itself never uses it. */
  superuserUrl: string
  /** False if the server was already running. */
  ownedByUs: boolean
  /** The lock of the only Kassa on this data folder; undefined if another process holds it. */
  lock(): Promise<Lock | undefined>
  /** Whether the server has been told to stop. It may wait for its clients to leave first, and accepts no new ones. */
  isStopping(): boolean
  /** Stops the server, regardless of who started it. */
  stop(): Promise<void>
  /** Stops the server, unless Kassa runs on it or someone is connected. True if it was stopped. */
  stopIfUnused(): Promise<boolean>
}

/** The generated passwords and the port of a data folder's server, stored for the next start. */
export interface ServerSecrets {
  superuserPassword(): string
  /** The password of the role that Kassa uses. */
  rolePassword(): string
  port(): number | undefined
  savePort(port: number): void
}

/**
 * The PostgreSQL of a data folder: the running one, or else one started now. It listens on loopback only and requires
 * the generated password in `secrets.json`.
 *
 * @param settings additional PostgreSQL settings, such as `{ fsync: 'off' }` in tests; they apply only to a server that
 *   is started here
 */
export async function startEmbeddedServer(options: {
  dataDir: string
  secrets: ServerSecrets
  settings?: PostgresSettings
}): Promise<Embedded> {
  const { secrets } = options
  const dataDir = resolve(options.dataDir)
  const settings = options.settings ?? {}
  const folder = join(dataDir, 'postgres')
  const postgresPassword = secrets.superuserPassword()
  await initialise(folder, postgresPassword, settings)

  const running = await joinRunning(folder)
  const { port, launched } = running
    ? { port: running.port, launched: false }
    : await launchSomewhere(secrets, folder, settings)
  const superuser = (database: string) => urlOf('postgres', postgresPassword, port, database)
  const password = await prepareRole(superuser, () => secrets.rolePassword()).catch(
    async (error: unknown) => {
      // Nobody else would stop a server that was started here.
      if (launched) await stopIfUnused(folder, superuser('postgres')).catch(() => undefined)
      throw error
    },
  )
  const address = (database: string) => urlOf(roleName, password, port, database)
  return {
    url: address('kassa'),
    socketUrl: overSocket(address('kassa'), folder),
    superuserUrl: superuser('kassa'),
    ownedByUs: launched,
    lock: () => tryLock(address('postgres')),
    isStopping: () => isStopping(folder),
    stop: () => halt(folder),
    stopIfUnused: () => stopIfUnused(folder, address('postgres')),
  }
}

/** Cleans up after a killed Kassa: stops the data folder's server once nobody uses it. Starts nothing. */
export async function stopAbandonedServer(dataDir: string, secrets: ServerSecrets): Promise<void> {
  const folder = join(dataDir, 'postgres')
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const postmaster = readPostmaster(folder)
    if (!postmaster) return
    const url = urlOf('postgres', secrets.superuserPassword(), postmaster.port, 'postgres')
    if (await stopIfUnused(folder, url)) return
    await sleep(200)
  }
}

function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

async function stopIfUnused(folder: string, maintenanceUrl: string): Promise<boolean> {
  const lock = readPostmaster(folder) && (await tryLock(maintenanceUrl))
  if (!lock) return false
  try {
    if ((await countClients(maintenanceUrl)) > 0) return false
    await halt(folder)
    return true
  } finally {
    await lock.release()
  }
}

/** A running server. Waits while it is starting or stopping. */
async function joinRunning(folder: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + recoveryMs
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(folder)
    if (!postmaster || postmaster.ready) return postmaster
    await sleep(20)
  }
  throw new Error(`A PostgreSQL runs in ${folder} but does not become ready. Its log is ${folder}.log.`)
}

/** Starts the server on a free port. `launched` is false if another process started it first. */
async function launchSomewhere(
  secrets: ServerSecrets,
  folder: string,
  settings: PostgresSettings,
): Promise<{ port: number; launched: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const remembered = secrets.port()
    const port = remembered && (await isFree(remembered)) ? remembered : await freePort()
    try {
      await launch(folder, port, settings)
      if (port !== remembered) secrets.savePort(port)
      return { port, launched: true }
    } catch (error) {
      // Another process was faster: it started this server, or took the port. Or the last processes of a killed server
      // still hold its memory.
      const other = await joinRunning(folder)
      if (other) return { port: other.port, launched: false }
      if (attempt === attempts) throw error
      await sleep(attempt * 100)
    }
  }
}

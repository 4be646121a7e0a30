import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { halt, initialise, launch, type PostgresSettings } from './embedded/cluster'
import { countClients, type Lock, tryLock } from './embedded/lock'
import { type Postmaster, readPostmaster } from './embedded/pid-file'
import { prepareRole, roleName } from './embedded/role'

export type { Lock } from './embedded/lock'

const attempts = 5

export interface Embedded {
  /** The address of the database `kassa`, as the role that owns it. */
  url: string
  /** The same as PostgreSQL's superuser: for tests, which create databases. Kassa itself never works as it. */
  superuserUrl: string
  /** False when the server was running already. */
  ownedByUs: boolean
  /** The lock of the one Kassa of this data folder, or undefined when another process holds it. */
  lock(): Promise<Lock | undefined>
  /** Stops the server, whoever started it. */
  stop(): Promise<void>
  /** Stops the server unless a Kassa runs on it or anybody is connected. True when it was stopped. */
  stopIfUnused(): Promise<boolean>
}

/** The generated passwords and the port of a data folder's server, kept where a restart finds them. */
export interface ServerSecrets {
  superuserPassword(): string
  /** The password of the role that Kassa works as. */
  rolePassword(): string
  port(): number | undefined
  savePort(port: number): void
}

/**
 * The PostgreSQL of a data folder: the one that runs there, or else one started now. It listens on loopback
 * only and wants the generated password of `secrets.json`.
 *
 * @param settings further PostgreSQL settings, such as `{ fsync: 'off' }` in tests; they count only for a
 *   server that is started here
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
  const password = await prepareRole(
    (database) => addressOf('postgres', postgresPassword, port, database),
    () => secrets.rolePassword(),
  )
  const address = (database: string) => addressOf(roleName, password, port, database)
  return {
    url: address('kassa'),
    superuserUrl: addressOf('postgres', postgresPassword, port, 'kassa'),
    ownedByUs: launched,
    lock: () => tryLock(address('postgres')),
    stop: () => halt(folder),
    stopIfUnused: () => stopIfUnused(folder, address('postgres')),
  }
}

/** For what is left of a killed Kassa: stops the data folder's server once nobody uses it. Starts nothing. */
export async function stopAbandonedServer(dataDir: string, secrets: ServerSecrets): Promise<void> {
  const folder = join(dataDir, 'postgres')
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const postmaster = readPostmaster(folder)
    if (!postmaster) return
    const url = addressOf('postgres', secrets.superuserPassword(), postmaster.port, 'postgres')
    if (await stopIfUnused(folder, url)) return
    await sleep(200)
  }
}

function addressOf(user: string, password: string, port: number, database: string): string {
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

/** A running server, waited for while it is still starting, or while it is stopping. */
async function joinRunning(folder: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(folder)
    if (!postmaster || postmaster.ready) return postmaster
    await sleep(20)
  }
  throw new Error(`A PostgreSQL runs in ${folder} but does not become ready. Its log is ${folder}.log.`)
}

/** Starts the server on a free port; `launched` is false when somebody else was faster at starting it. */
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
      // Somebody else was faster: at starting this server, or at taking the port. Or a killed server's last
      // processes still hold its memory, for an instant.
      const other = await joinRunning(folder)
      if (other) return { port: other.port, launched: false }
      if (attempt === attempts) throw error
      await sleep(attempt * 100)
    }
  }
}

function freePort(): Promise<number> {
  return listenOnce(0)
}

function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  )
}

function listenOnce(wanted: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : wanted
      server.close(() => done(port))
    })
  })
}

import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandAs, findPrograms, type Identity, serverIdentity } from './binaries'
import { isAlive, readPostmaster, removeStalePidFiles } from './pid-file'

const run = promisify(execFile)
/** How long a server that recovers from a crash may take: it redoes everything that was written since its last checkpoint. */
export const recoveryMs = 15 * 60_000
const stopSeconds = 30
const logLimit = 5_000_000

const defaultSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // In the folder of the cluster, which only its owner can open.
  unix_socket_directories: '.',
  max_connections: '200',
  shared_buffers: `${megabytesOfCache()}MB`,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // All queries are short: compiling them would cost more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  // Connections keep their plans, and a plan made while a table was empty can use an index that reads all of it.
  // Statistics correct that, and a new installation under load must not wait a minute for them.
  autovacuum_naptime: '5s',
  // With the default of a tenth, a table that grows from nothing is analysed seven times as often.
  autovacuum_analyze_scale_factor: '1',
  // After a checkpoint, each page is written to the log in full when it first changes.
  max_wal_size: '2GB',
}

/** An eighth of the memory: pages that do not fit would constantly be written out and read again. */
function megabytesOfCache(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.max(128, Math.min(memory / 8 / 2 ** 20, 512)))
}

export type PostgresSettings = Record<string, string>

/**
 * Creates the cluster in the folder if there is none, completely or not at all: a process killed half-way leaves
 * nothing.
 */
export async function initialise(
  folder: string,
  password: string,
  settings: PostgresSettings,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  clearRemains(folder)
  const [{ initdb }, identity] = await Promise.all([findPrograms(), serverIdentity()])
  const making = `${folder}.making-${process.pid}-${randomUUID()}`
  const passwordFile = `${making}.password`
  try {
    mkdirSync(making, { mode: 0o700 })
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    if (identity) for (const path of [making, passwordFile]) chownSync(path, identity.uid, identity.gid)
    const command = commandAs(identity, [dirname(initdb), making], initdb, [
      `--pgdata=${making}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same collation on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ])
    await run(command.file, command.args, { ...command.options, cwd: dirname(folder) })
    renameSync(making, folder)
  } catch (cause) {
    // If another process was faster, its cluster is there: use that one.
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      throw new Error(`The database could not be created in ${folder}: ${message(cause)}`, { cause })
    }
  } finally {
    rmSync(making, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

function clearRemains(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const pid = Number(/\.making-(\d+)/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/**
 * Starts the server in its own session, where Ctrl-C does not reach it, and waits until it accepts connections. Throws
 * with the last lines of its log if it ends instead.
 */
export async function launch(folder: string, port: number, settings: PostgresSettings): Promise<number> {
  const [{ postgres }, identity] = await Promise.all([findPrograms(), serverIdentity()])
  if (identity && statSync(folder).uid !== identity.uid) await takeOver(folder, identity)
  const all = { ...defaultSettings, ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(identity, [dirname(postgres), folder], postgres, ['-D', folder, ...flags])
  removeStalePidFiles(folder)
  const logFile = `${folder}.log`
  const from = existsSync(logFile) && statSync(logFile).size < logLimit ? statSync(logFile).size : 0
  // A file, not a pipe: the server must be able to write even after this process has ended.
  const output = openSync(logFile, from > 0 ? 'a' : 'w', 0o600)
  const server = spawn(command.file, command.args, {
    ...command.options,
    cwd: dirname(folder),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  server.unref()
  let ended: string | undefined
  server.once('error', (error) => {
    ended = error.message
  })
  server.once('exit', () => {
    ended ??= `see ${logFile}`
  })
  const deadline = Date.now() + recoveryMs
  while (Date.now() < deadline) {
    if (ended !== undefined) {
      const said = readFileSync(logFile).subarray(from).toString().trim()
      throw new Error(`PostgreSQL did not start: ${said || ended}`)
    }
    const postmaster = readPostmaster(folder)
    if (postmaster?.ready && postmaster.pid === server.pid) return postmaster.pid
    await sleep(10)
  }
  throw new Error(`PostgreSQL was not ready after ${recoveryMs / 60_000} minutes. Its log is ${logFile}.`)
}

/** Gives a copied or restored folder to the user that PostgreSQL runs as: it opens no other folder. */
async function takeOver(folder: string, { uid, gid }: Identity): Promise<void> {
  await run('chown', ['-R', `${uid}:${gid}`, folder])
  chmodSync(folder, 0o700)
}

/** Stops the server of the folder, closing its connections, and waits until it has ended. */
export async function halt(folder: string): Promise<void> {
  const postmaster = readPostmaster(folder)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + stopSeconds * 1000
  while (readPostmaster(folder)?.pid === postmaster.pid) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${postmaster.pid}) does not stop.`)
    await sleep(10)
  }
}

function message(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && error.stderr) return String(error.stderr).trim()
  return error instanceof Error ? error.message : String(error)
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, loadSettings, provide, type Settings } from '../core/config/config'
import { type Demo, readDemo, writeDemo } from '../core/demo'
import { bringUpToDate } from '../process/bring-up-to-date'
import { embeddedEnvironment } from '../process/environment'
import { explain } from '../process/explain'
import { readRunning } from '../process/running'
import { commandOf } from './command-of'
import { AlreadyRunning, ownDatabase } from './database'
import { keepRunning } from './keep-running'
import { isPortFree } from './port'
import { followParent, type Stop, stopSignal } from './stop'
import { watchCode } from './watch'
import { welcome } from './welcome'

type Mode = 'development' | 'production'

const portPatienceSeconds = 16

/**
 * Runs all of Kassa: the embedded database unless DATABASE_URL is set, the migrations, web and worker. Ends the process
 * when asked to stop (code 0) or when it cannot continue (code 1).
 */
export async function supervise(options: { development?: boolean; endWithParent?: boolean }): Promise<void> {
  const stop = stopSignal()
  if (options.endWithParent) followParent(stop)
  const cleanups: (() => Promise<void> | void)[] = []
  let code = 0
  try {
    await start(options.development ?? false, stop, cleanups)
    await stop.requested
    if (stop.reason) throw stop.reason
  } catch (error) {
    // Ctrl-C during the start interrupts whatever was going on, which is not a failure.
    if (!stop.isRequested() || stop.reason) {
      code = 1
      say(explain(error))
    }
  }
  stop.request()
  for (const cleanup of cleanups.reverse()) {
    try {
      await cleanup()
    } catch (error) {
      code = 1
      say(explain(error))
    }
  }
  if (code === 0) say('Kassa has stopped.')
  process.exit(code)
}

async function start(
  development: boolean,
  stop: Stop,
  cleanups: (() => Promise<void> | void)[],
): Promise<void> {
  const mode: Mode = development ? 'development' : 'production'
  provide({ NODE_ENV: mode })
  const settings = loadSettings(environment())
  await checkPort(settings, stop)

  if (!settings.databaseUrl) {
    say(existsSync(settings.dataDir) ? 'Starting the database' : 'Creating the database')
    const database = await ownDatabase(settings, say, stop.fail)
    cleanups.push(database.stop)
    provide(embeddedEnvironment(settings, database.url))
  }
  stop.throwIfRequested()
  say('Bringing the database up to date')
  await bringUpToDate()
  stop.throwIfRequested()
  const demo = settings.databaseUrl ? undefined : await createDemo(settings, mode, stop)

  stop.throwIfRequested()
  say('Starting web and worker')
  const both = ['web', 'worker'].map((name) =>
    keepRunning({
      name,
      command: commandOf(name, development),
      env: { ...environment(), NODE_ENV: mode, ...metricsOf(name, settings) },
      say,
    }),
  )
  cleanups.push(async () => {
    await Promise.all(both.map((kept) => kept.stop()))
  })
  const restart = () => {
    for (const kept of both) kept.restart()
  }
  if (development) cleanups.push(watchCode(restart))
  await Promise.race([Promise.all(both.map((kept) => kept.ready)), stop.requested])
  if (!stop.isRequested()) console.log(welcome(settings, demo))
}

/** The worker's metrics are on the next port, because both processes are on one machine. */
const metricsOf = (name: string, { metrics }: Settings) =>
  metrics && name === 'worker' ? { METRICS_PORT: String(metrics.port + 1) } : {}

async function checkPort({ host, port, embedded, dataDir }: Settings, stop: Stop): Promise<void> {
  const deadline = Date.now() + portPatienceSeconds * 1000
  while (!(await isPortFree(host, port))) {
    if (embedded && readRunning(dataDir)) throw new AlreadyRunning(dataDir)
    // The web process of a Kassa that was killed a moment ago is still finishing its last requests.
    if (!embedded || !existsSync(`${dataDir}/running.json`) || Date.now() > deadline) {
      throw new Error(`Port ${port} is used by another program. Choose another: PORT=${port + 1} npm start`)
    }
    stop.throwIfRequested()
    await sleep(100)
  }
}

/** Creates the demo at the first start. Later, its file gets the current address. */
async function createDemo(settings: Settings, mode: Mode, stop: Stop): Promise<Demo | undefined> {
  const { dataDir, baseUrl } = settings
  const known = readDemo(dataDir)
  if (!known) {
    await seed(mode, stop)
    return readDemo(dataDir)
  }
  const demo = { ...known, url: baseUrl }
  if (known.url !== baseUrl) writeDemo(dataDir, demo)
  return demo
}

/** Runs the seed process until it ends. Throws when it fails or Kassa is stopped. */
async function seed(mode: Mode, stop: Stop): Promise<void> {
  const child = spawn(process.execPath, commandOf('seed', mode === 'development'), {
    env: { ...environment(), NODE_ENV: mode },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  await Promise.race([ended, stop.requested])
  child.kill('SIGTERM')
  const code = await ended
  stop.throwIfRequested()
  if (code !== 0) throw new Error('The demo data could not be created. The output above says why.')
}

function say(line: string): void {
  console.log(line)
}

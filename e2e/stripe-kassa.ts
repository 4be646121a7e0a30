import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningDouble, startDouble } from '../test/stripe/start-double'
import { port as usualPort } from './place'

const port = usualPort + 20
const dataDir = join(tmpdir(), `kassa-e2e-${port}`)

/** A Kassa of its own, because choosing another card service changes the demo merchant for every test. */
export const stripePlace = { address: `http://localhost:${port}`, double: `http://127.0.0.1:${port + 1}` }

export interface StripeKassa {
  double: RunningDouble
  demo: { merchant: string; email: string; password: string; privateKey: string }
  /** Calls the API with the demo merchant's private key. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** Starts a new installation of Kassa that uses the double of Stripe. */
export async function startStripeKassa(): Promise<StripeKassa> {
  rmSync(dataDir, { recursive: true, force: true })
  const double = await startDouble({ port: port + 1 })
  const kassa = spawn(process.execPath, ['--import', 'tsx', 'server/supervisor/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      BASE_URL: stripePlace.address,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      STRIPE_BASE_URL: double.url,
      STRIPE_JS_URL: `${double.url}/v3/`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Even if a test gives up before it is ready: it would keep the port, and fail the next run.
  process.once('exit', () => kassa.kill('SIGTERM'))
  await untilReady(kassa)
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  return {
    double,
    demo,
    call: async (method, path, body) => {
      const response = await fetch(`${stripePlace.address}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${demo.privateKey}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return response.json()
    },
    stop: async () => {
      const ended = once(kassa, 'exit')
      kassa.kill('SIGTERM')
      await ended
      await double.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits until the demo merchant is complete: the supervisor serves pages afterwards. */
async function untilReady(kassa: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (kassa.exitCode !== null) throw new Error(`Kassa has exited with code ${kassa.exitCode}`)
    const response = await fetch(`${stripePlace.address}/v1/health`).catch(() => undefined)
    if (response?.ok) return
    await wait(250)
  }
  throw new Error('Kassa has not started')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { environment } from '@/server/core/config/config'
import { compiled } from '../compile'
import type { RunningDouble } from './start-double'

/** A process that is killed and replaced. */
export class Victim {
  port: number | undefined
  #child: ChildProcess | undefined
  #starting: Promise<void> | undefined
  #hasEnded = false

  constructor(
    private readonly kind: 'web' | 'worker',
    private readonly run: { databaseUrl: string; double: RunningDouble },
  ) {}

  async start(): Promise<void> {
    const { databaseUrl, double } = this.run
    const child = spawn(process.execPath, [compiled(`test/${this.kind}-child.ts`)], {
      env: {
        ...process.env,
        ...environment(),
        DATABASE_URL: databaseUrl,
        BASE_URL: 'http://kassa.test',
        HOST: '127.0.0.1',
        STRIPE_BASE_URL: double.url,
        CARD_SERVICE_TIMEOUT_MS: '2000',
        // A log line for each killed database connection would be too many.
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    this.#child = child
    const died = once(child, 'exit').then(() => {
      throw new Error(`A ${this.kind} process ended before it was ready`)
    })
    died.catch(() => undefined)
    const [message] = await Promise.race([once(child, 'message'), died])
    this.port = typeof message === 'object' ? message.port : undefined
    if (this.#hasEnded) await kill(child)
  }

  /** Kills the process and starts another one, which the next restart waits for. */
  async restart(): Promise<void> {
    await this.#starting
    this.port = undefined
    await kill(this.#child)
    this.#starting = this.start()
    // Callers that await it see the failure.
    this.#starting.catch(() => undefined)
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await kill(this.#child)
    await this.#starting?.catch(() => undefined)
  }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

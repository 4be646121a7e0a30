import { type ChildProcess, spawn } from 'node:child_process'

const stopSeconds = 15
const maxPauseSeconds = 30
const stableSeconds = 60
const attemptsToStart = 3

export interface SupervisedProcess {
  /** Resolves when the process has first reported that it is ready; rejects when it does not start at all. */
  ready: Promise<void>
  /** Stops it for good: asks it to stop, and kills it after 15 seconds. */
  stop(): Promise<void>
  /** Restarts it immediately, with the current code. */
  restart(): void
}

/** Runs a script as its own process and restarts it when it dies, with growing pauses. */
export function keepRunning(options: {
  name: string
  /** Arguments for Node: a script, and options before it. */
  command: string[]
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}): SupervisedProcess {
  const { name, command, env, say } = options
  let child: ChildProcess | undefined
  let exited: Promise<void> = Promise.resolve()
  let pause: NodeJS.Timeout | undefined
  let stopping = false
  let restarting = false
  let wasReady = false
  let failures = 0
  let up: () => void = () => undefined
  let giveUp: (reason: Error) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    up = resolve
    giveUp = reject
  })
  // A caller that awaits it sees the failure. While stopping, there may be no such caller.
  ready.catch(() => undefined)

  function start(): void {
    const began = Date.now()
    const started = spawn(process.execPath, command, {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    started.on('message', () => {
      wasReady = true
      up()
    })
    exited = new Promise((resolve) => {
      started.once('error', (error) => ended(error.message))
      started.once('exit', (code, signal) => ended(signal ? `by ${signal}` : `with code ${code}`))
      function ended(how: string): void {
        if (child !== started) return
        child = undefined
        resolve()
        if (Date.now() - began > stableSeconds * 1000) failures = 0
        if (!stopping) again(how)
      }
    })
  }

  function again(how: string): void {
    if (restarting) {
      restarting = false
      start()
      return
    }
    failures += 1
    if (!wasReady && failures >= attemptsToStart) {
      giveUp(new Error(`The ${name} process cannot start: it ended ${how}, ${failures} times.`))
      return
    }
    const seconds = Math.min(maxPauseSeconds, 0.5 * 2 ** (failures - 1))
    say(`The ${name} process ended ${how}. Restarting it in ${seconds} s.`)
    pause = setTimeout(start, seconds * 1000)
  }

  async function stop(): Promise<void> {
    stopping = true
    clearTimeout(pause)
    child?.kill('SIGTERM')
    const insist = setTimeout(() => child?.kill('SIGKILL'), stopSeconds * 1000)
    await exited
    clearTimeout(insist)
  }

  function restart(): void {
    failures = 0
    if (child) {
      restarting = true
      child.kill('SIGTERM')
    } else if (!stopping) {
      clearTimeout(pause)
      start()
    }
  }

  start()
  return { ready, stop, restart }
}

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project: scripts work from any folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const running = new Set()
let stoppedBy

// A Ctrl-C reaches the children by itself, a SIGTERM does not. Either way this process ends after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stoppedBy = signal
    for (const child of running) child.kill(signal === 'SIGINT' ? 'SIGTERM' : signal)
  })
}

export class Interrupted extends Error {}

/** Leaves the signals to other code, which decides from now on what they mean. */
export function releaseSignals() {
  if (stoppedBy) throw new Interrupted(stoppedBy)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
}

/**
 * Runs a program and returns its exit code and, with `quiet`, its output; otherwise the output is shown as it
 * arrives. A signal to this process is passed on to the program, and then this throws Interrupted.
 */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    if (stoppedBy) return reject(new Interrupted(stoppedBy))
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(command, args, { cwd: root, env, stdio })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    running.add(child)
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, output: String(error) })
    })
    child.once('close', (code) => {
      running.delete(child)
      if (stoppedBy) reject(new Interrupted(stoppedBy))
      else resolve({ code: code ?? 1, output: Buffer.concat(output).toString() })
    })
  })
}

/** Runs npm: the one that called us, if any. */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options)
}

/** Runs a program from a package. */
export function tool(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options)
}

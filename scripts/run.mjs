import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, so that scripts work from any folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} RunOptions */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {NodeJS.Signals | undefined} */
let stoppedBy

// Ctrl-C reaches our children directly, other signals do not. In either case we end after them. Playwright ignores a
// second SIGINT in the same second, but another signal would end it before it has stopped the server under test.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stoppedBy = signal
    for (const child of running) child.kill(signal)
  })
}

export class Interrupted extends Error {}

/** Stops handling signals, so that other code can handle them. */
export function releaseSignals() {
  if (stoppedBy) throw new Interrupted(stoppedBy)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
}

/**
 * Runs a program and returns its exit code and, with `quiet`, its output; otherwise the output is shown as it comes.
 * Passes signals on to the program, and then throws Interrupted.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    if (stoppedBy) return reject(new Interrupted(stoppedBy))
    const shown = quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', shown, shown] })
    /** @type {Buffer[]} */
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

/**
 * Runs npm: the one that called us, if it was npm.
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options)
}

/**
 * Runs a program of a package.
 * @param {string} script
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function tool(script, args, options) {
  return run(process.execPath, [`node_modules/${script}`, ...args], options)
}

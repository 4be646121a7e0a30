import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from './compile'
import type { World } from './world'

const run = promisify(execFile)

/** What a command has written, and its exit code. */
interface Ended {
  stdout: string
  stderr: string
  code: number
}

/** Runs a command, a script with its arguments, until it ends. */
export async function runCommand(
  [script = '', ...args]: readonly string[],
  options: { env: NodeJS.ProcessEnv; timeout?: number },
): Promise<Ended> {
  try {
    return { ...(await run(process.execPath, [compiled(script), ...args], options)), code: 0 }
  } catch (error) {
    // `execFile` throws for an exit code other than 0. The error has the same properties.
    return error as Ended
  }
}

/** Returns a function that runs a command on the tests' database. */
export const commandOn =
  (world: World, script: string) =>
  (...args: string[]): Promise<Ended> => {
    const env = { ...process.env, BASE_URL: 'http://kassa.test', DATABASE_URL: world.databaseUrl }
    return runCommand([script, ...args], { env })
  }

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from './compile'
import type { World } from './world'

const run = promisify(execFile)

/**
 * Returns a function that runs a command on the tests' database and returns its output, its errors and its exit code.
 */
export function commandOn(world: World, script: string) {
  const program = compiled(script)
  return async (...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> => {
    const env = { ...process.env, BASE_URL: 'http://kassa.test', DATABASE_URL: world.databaseUrl }
    try {
      return { ...(await run(process.execPath, [await program, ...args], { env })), code: 0 }
    } catch (error) {
      // `execFile` throws for an exit code other than 0. The error has the same properties.
      return error as { stdout: string; stderr: string; code: number }
    }
  }
}

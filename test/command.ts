import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from './compile'
import type { World } from './world'

const run = promisify(execFile)

/** A command as it is typed, on the database of the tests: what it prints, what it complains of, how it ends. */
export function commandOn(world: World, script: string) {
  const program = compiled(script)
  return async (...args: string[]): Promise<{ stdout: string; stderr: string; code: number }> => {
    const env = { ...process.env, BASE_URL: 'http://kassa.test', DATABASE_URL: world.databaseUrl }
    try {
      return { ...(await run(process.execPath, [await program, ...args], { env })), code: 0 }
    } catch (error) {
      // What ends with another code than 0 is an error to `execFile`, with the same in it.
      return error as { stdout: string; stderr: string; code: number }
    }
  }
}

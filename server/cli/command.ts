import { type ParseArgsConfig, parseArgs } from 'node:util'
import { documented } from '../http/documented'
import { DocumentedError } from '../http/documented-error'
import { KassaError } from '../model/errors'

/** Parses what was typed after a command's name. If it is invalid, ends the process with an error and the usage. */
export function typed<T extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: T,
  exitCode = 1,
) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    complain(error, usage, exitCode)
    process.exit()
  }
}

/** Runs a command. Errors are printed as instructions for people, without a stack trace. */
export async function command(work: () => Promise<void>, usage?: string, exitCode = 1): Promise<void> {
  try {
    await work()
  } catch (error) {
    complain(error, usage, exitCode)
  }
}

function complain(error: unknown, usage: string | undefined, exitCode: number): void {
  for (const line of complaintsOf(error)) console.error(line)
  if (usage) console.error(`\n${usage}`)
  process.exitCode = exitCode
}

function complaintsOf(error: unknown): string[] {
  const known = error instanceof KassaError ? documented(error) : error
  if (!(known instanceof DocumentedError)) return [known instanceof Error ? known.message : String(known)]
  const { flaws } = known.content.details ?? {}
  return Array.isArray(flaws) ? flaws.map(({ description }) => description) : [known.content.description]
}

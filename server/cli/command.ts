import { type ParseArgsConfig, parseArgs } from 'node:util'
import type * as z from 'zod'
import { causes } from '@/db/errors'
import type { Runtime } from '../core/runtime'
import { documented } from '../http/documented'
import { DocumentedError } from '../http/documented-error'
import { contentError } from '../http/flaws'
import { alternatives } from '../model/alternatives'
import type { Flaw } from '../model/error-object'
import { hasCode, KassaError } from '../model/errors'
import { bringUpToDate } from '../process/bring-up-to-date'
import { DatabaseProblem, explained, schemaProblem } from '../process/database-problem'
import { explain, isExplained } from '../process/explain'
import { withDatabase } from '../process/with-database'
import { startRuntime } from '../runtime'
import { type CommandForm, flawOf } from './forms'

interface Forms {
  /** The ways to call the command. Without them, it takes its options and no words. */
  forms?: readonly CommandForm[]
  /** The options of every form. */
  common?: readonly string[]
  exitCode?: number
}

/**
 * Parses what was typed after a command's name. If it is none of the command's forms, ends the process with an error and
 * the usage; with `--help`, or without the subcommand that it needs, with the usage alone.
 */
export function typed<T extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: T,
  { forms = [{ options: Object.keys(options) }], common = [], exitCode = 1 }: Forms = {},
) {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const given = parseArgs({ allowPositionals: true, options })
    if (given.positionals.length === 0 && forms.every(({ name }) => name !== undefined)) {
      console.error(usage)
      process.exit(exitCode)
    }
    const all = forms.map((form) => ({ ...form, options: [...(form.options ?? []), ...common] }))
    const flaw = flawOf(all, given)
    if (flaw !== undefined) throw new Error(flaw)
    return given
  } catch (error) {
    printError(error, usage, exitCode)
    process.exit()
  }
}

/** Runs a command. Errors are printed as instructions for people, without a stack trace. */
export async function command(work: () => Promise<void>, usage?: string, exitCode = 1): Promise<void> {
  try {
    await work()
  } catch (error) {
    printError(error, usage, exitCode)
  }
}

/** Throws a DatabaseProblem unless the database has had exactly the migrations of this version. */
const requireUpToDate = ({ db }: Runtime): Promise<void> =>
  explained(async () => {
    const problem = await schemaProblem(db)
    if (problem !== undefined) throw new DatabaseProblem(problem)
  })

/**
 * Runs work with a database, and closes it afterwards. With `create` it is created and migrated if needed; otherwise it
 * must exist and be up to date.
 */
export const withRuntime = <T>(
  work: (runtime: Runtime) => Promise<T>,
  { create } = { create: false },
): Promise<T> =>
  withDatabase(
    async (interrupted) => {
      // Some commands read everything there is, with statements that take minutes.
      const { runtime, close } = startRuntime({ readTimeout: 0 })
      try {
        await (create ? bringUpToDate() : requireUpToDate(runtime))
        // Work that has not begun does not begin.
        await Promise.race([interrupted, undefined])
        return await Promise.race([work(runtime), interrupted])
      } finally {
        await close()
      }
    },
    { create },
  )

/** Returns options as a schema reads them. Throws with a line about each that does not fit. `prefix` begins their names. */
export function checked<T>(schema: z.ZodType<T>, input: object, prefix = ''): T {
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw new Error(linesOf(contentError(error.issues, input), prefix).join('\n'))
  return data
}

function printError(thrown: unknown, usage: string | undefined, exitCode: number): void {
  const error = unlessBusy(thrown)
  console.error(messageOf(error))
  // What is wrong is not how the command was called.
  if (usage && !isExplained(error)) console.error(`\n${usage}`)
  process.exitCode = exitCode
}

/** Returns what a command prints about an error, for people. */
export const messageOf = (thrown: unknown): string => messagesOf(unlessBusy(thrown)).join('\n')

const unlessBusy = (thrown: unknown) => (isExplained(thrown) || !isBusy(thrown) ? thrown : busy(thrown))

/** Whether PostgreSQL has refused what it may do later: a deadlock, no space, a lock, a restart, a failover. */
const isBusy = (error: unknown) =>
  causes(error).some(
    (cause) => 'code' in cause && /^(25006|40|53|55P03|57|CONNECTION_)/.test(String(cause.code)),
  )

const busy = (error: unknown) =>
  new DatabaseProblem('PostgreSQL cannot do this at the moment. Run the command again.', {
    cause: causes(error).at(-1),
  })

function messagesOf(error: unknown): string[] {
  // The documented sentences speak of keys and headers, which a command does not have.
  if (hasCode(error, 'not-found')) return [`This merchant has no such ${error.params.what}.`]
  if (hasCode(error, 'cursor.invalid')) return ['--after must be what a list has printed, unchanged.']
  const known = error instanceof KassaError ? documented(error) : error
  return known instanceof DocumentedError ? linesOf(known) : [explain(known)]
}

/** Returns a line about each flaw, with names as they are typed: `--time-zone`, not `timeZone`. */
function linesOf({ content }: DocumentedError, prefix = ''): string[] {
  const { flaws = [content] } = content.details ?? {}
  return (flaws as Flaw[]).map(({ description, property }) =>
    property !== undefined && description.startsWith(`${property} `)
      ? `${asTyped(property, prefix)}${description.slice(property.length)}`
      : description,
  )
}

/** Returns what a person typed for a property: usually the option with its name. */
function asTyped(property: string, prefix: string): string {
  const others: Record<string, string> = {
    advance: 'The move',
    url: 'URL',
    'company.address.zipCode': '--postcode',
    'company.address.countryCode': '--company-country',
    'bookkeeping.zeroVat.reason': '--zero-vat-reason',
  }
  return others[property] ?? `--${prefix}${optionOf(property)}`
}

/** Returns the name of the option for a property: `time-zone` for `timeZone`, `vat-number` for `company.vatNumber`. */
export function optionOf(property: string): string {
  const name = property.replace(/^.*\./, '').replace(/\[\d+\]$/, '')
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns what a word stands for that an option takes. Throws for any other, and names all of them. */
export function chosen<T>(option: string, word: unknown, choices: Readonly<Record<string, T>>): T {
  const choice = Object.entries(choices).find(([name]) => name === word)
  if (!choice) throw new Error(`--${option} must be ${alternatives(Object.keys(choices))}.`)
  return choice[1]
}

import { pino } from 'pino'
import { logLevel } from './config/config'
import { outputTo } from './output'
import { describeError, redact, redactText } from './redact'

const output = outputTo(1)
process.on('exit', output.flushSync)

/**
 * The log of a process: one JSON object per line on standard output. It hides values of properties named like secrets,
 * and everything that looks like a key or a card number. Pass errors as `err` (or `error`).
 */
export const log = pino(
  {
    level: logLevel(),
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (entry) => redactEntry(entry),
    },
    serializers: { err: describeError, error: describeError },
    hooks: {
      logMethod(args, method) {
        // The message itself can contain a value, for example in an error's text.
        method.apply(
          this,
          args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
        )
      },
    },
  },
  output,
)

function redactEntry(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      if (value instanceof Error) return [name, value]
      return Object.entries(redact({ [name]: value }) as Record<string, unknown>)[0] ?? [name, value]
    }),
  )
}

import { stripVTControlCharacters } from 'node:util'
import { log } from '../core/log'

/** What Next only tells developers, such as how long its configuration took to read, is for debugging. */
const levels = [
  ['error', 'error'],
  ['warn', 'warn'],
  ['log', 'debug'],
] as const

/**
 * Makes the log record what Next reports on the console. Its texts quote what a request sent, such as the key in an address
 * or a line break that would begin a forged entry, and its errors include the parameters of a failed query.
 */
export function logConsole(): void {
  for (const [method, level] of levels) {
    console[method] = (...parts: unknown[]) => {
      const texts = parts.filter((part) => typeof part === 'string')
      const [err, ...more] = parts.filter((part) => typeof part !== 'string')
      const entry = { ...(err !== undefined && { err }), ...(more.length > 0 && { more }) }
      log[level](entry, stripVTControlCharacters(texts.join(' ')).trim())
    }
  }
}

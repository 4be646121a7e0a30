import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../core/log'
import { logConsole } from './log-console'

const { error, warn, log: print } = console
afterEach(() => {
  Object.assign(console, { error, warn, log: print })
  vi.restoreAllMocks()
})

test('what Next reports on the console becomes an entry of the log', () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  logConsole()
  const failed = Object.assign(new Error('Failed query'), { digest: '4108' })
  console.error('\u001b[31m⨯\u001b[0m', failed)
  console.error('⨯ internal image response failed for /docs\n{"level":"info"}', 404, { a: 1 })
  expect(logged.mock.calls).toEqual([
    [{ err: failed }, '⨯'],
    [{ err: 404, more: [{ a: 1 }] }, '⨯ internal image response failed for /docs\n{"level":"info"}'],
  ])
})

test('what it tells developers does not stand among the lines of the start', () => {
  const logged = vi.spyOn(log, 'debug').mockImplementation(() => undefined)
  const printed = vi.spyOn(process.stdout, 'write')
  logConsole()
  console.log('✓ Running next.config.ts took 92ms')
  expect(printed).not.toHaveBeenCalled()
  expect(logged).toHaveBeenCalledWith({}, '✓ Running next.config.ts took 92ms')
})

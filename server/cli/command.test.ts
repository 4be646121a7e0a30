import { expect, onTestFinished, test, vi } from 'vitest'
import { command } from './command'

/** Runs a command that throws, and returns what it prints. */
async function printedOf(error: Error): Promise<string[]> {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exitCode } = process
  onTestFinished(() => {
    print.mockRestore()
    process.exitCode = exitCode
  })
  await command(() => Promise.reject(error), 'Usage: npm run clock')
  expect(process.exitCode).toBe(1)
  return print.mock.calls.map(([line]) => line)
}

test('an error of a busy database says to run the command again, without the query or the usage', async () => {
  const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const failed = new Error('Failed query: insert into "operation" ("merchant_id")', { cause })
  expect(await printedOf(failed)).toEqual([
    'PostgreSQL cannot do this at the moment. Run the command again.\n  (deadlock detected)',
  ])
})

test('another error shows the usage', async () => {
  expect(await printedOf(new Error('No merchant x.'))).toEqual(['No merchant x.', '\nUsage: npm run clock'])
})

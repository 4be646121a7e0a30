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

test.each([
  ['40P01', 'deadlock detected'],
  ['CONNECTION_CLOSED', 'write CONNECTION_CLOSED localhost:5432'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
])(
  'an error of a busy database says to run the command again, without the query or the usage: %s',
  async (code, said) => {
    const cause = Object.assign(new Error(said), { code })
    const failed = new Error('Failed query: insert into "operation" ("merchant_id")', { cause })
    expect(await printedOf(failed)).toEqual([
      `PostgreSQL cannot do this at the moment. Run the command again.\n  (${said})`,
    ])
  },
)

test('another error shows the usage', async () => {
  expect(await printedOf(new Error('No merchant x.'))).toEqual(['No merchant x.', '\nUsage: npm run clock'])
})

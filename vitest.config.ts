import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take a minute or more, longest first. */
const longest = [
  'server/payment/database-faults.test.ts',
  'server/process/encryption-key.test.ts',
  'server/payment/crash.test.ts',
  'server/card/stripe/kills.test.ts',
  'server/order/find-orders.test.ts',
  'server/rest/bad-input.test.ts',
  'server/billing/year.test.ts',
  'server/worker/outage.test.ts',
]

/**
 * Begins with the longest files, and then the other slow ones. Most of these wait for something: if they ran last, when
 * the browser tests have ended, the processors would be idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name))
      if (place >= 0) return place
      return longest.length + (readFileSync(moduleId, 'utf8').startsWith('// @module-tag slow') ? 0 : 1)
    }
    const sorted = (await super.sort(files)).map((file) => ({ file, place: placeOf(file) }))
    return sorted.toSorted((one, other) => one.place - other.place).map(({ file }) => file)
  }
}

export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname) } },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.next/**', 'e2e/**'],
    globalSetup: './test/global-setup.ts',
    setupFiles: './test/setup.ts',
    // Loading all modules again for each file took half of the processor time. Each file installs its own database and
    // configuration before its tests, and after them restores whatever else it changed.
    isolate: false,
    // Tests wait for the database as much as they compute: one worker, as two cores get by default, leaves one idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Tests create many short-lived objects. Collecting them less often, and without extra threads, saves 5 % of the time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // A test must assert something. The second that Vitest waits for a condition is too short on a busy machine.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // A test may not rely on those before it: the order is any other than the file's, and the same in each run, so that
    // a failure can be repeated. --sequence.seed tries another, and other examples in property tests.
    sequence: { sequencer: LongestFirst, shuffle: { files: false, tests: true }, seed: 1 },
    tags: [
      {
        name: 'slow',
        description: 'Files that take four seconds or more; npm run test:unit leaves them out.',
      },
    ],
    // Only ends tests that hang: on a slow machine, some take 50 seconds.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: { LOG_LEVEL: 'fatal' },
  },
})

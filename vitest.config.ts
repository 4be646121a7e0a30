import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname) } },
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.next/**', 'e2e/**'],
    globalSetup: './test/global-setup.ts',
    // Loading all modules again for each file took half of the processor time. Each file installs its own database and
    // configuration before its tests, and after them restores whatever else it changed.
    isolate: false,
    // Tests wait for the database as much as they compute: one worker, as two cores get by default, leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test must assert something, and may not rely on those before it.
    expect: { requireAssertions: true },
    sequence: { shuffle: { files: false, tests: true } },
    tags: [
      {
        name: 'slow',
        description: 'Files that take four seconds or more; npm run test:unit leaves them out.',
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { LOG_LEVEL: 'fatal' },
  },
})

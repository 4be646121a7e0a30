import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { address, dataDir, port } from './e2e/place'
import { installedChromium } from './scripts/chromium.mjs'

const chromium = installedChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Pages wait for the server and the database: two workers, as two cores get by default, leave one core idle.
  workers: Math.max(3, availableParallelism() - 1),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  reporter: 'list',
  // Only ends tests that hang: on a slow machine, some take 50 seconds.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: address,
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        // Pages live for seconds: compiling their scripts to machine code would take a third of their processor time.
        '--js-flags=--jitless,--single-threaded',
        // Chromium's sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // Animations take a sixth of the tests' time, and text that is fading in fails the contrast checks.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of each step would make the long pages several times slower.
    screenshot: 'only-on-failure',
  },
  webServer: {
    // The shell must not stand between Playwright and the server, which ends with it.
    command: 'exec node --import tsx e2e/serve.ts',
    url: `${address}/v1/health`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      BASE_URL: address,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      PLAYWRIGHT_PID: String(process.pid),
    },
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
})

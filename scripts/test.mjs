import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { build, checkNode, install } from './prepare.mjs'
import { countPlaywright, countVitest } from './reports.mjs'
import { Interrupted, tool } from './run.mjs'

// `npm test`: everything, even on a fresh clone. The last line is always `N passed, N failed`.
const reports = mkdtempSync(join(tmpdir(), 'kassa-test-'))
const total = { passed: 0, failed: 0 }
// Everything that interrupted tests leave behind is in one folder, which is deleted at the end.
const testing = { ...process.env, NODE_ENV: 'test', TMPDIR: reports }
// A test's PostgreSQL may run as another user, who must be able to pass through.
chmodSync(reports, 0o711)

process.once('exit', () => {
  try {
    stopServers()
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.error(`${reports} could not be removed: ${error.message}`)
  } finally {
    console.log(`${total.passed} passed, ${total.failed} failed`)
  }
})

try {
  checkNode()
  await install()
  // In parallel: compiling keeps a core busy, and finding or fetching a browser the network.
  const [built, browser] = await Promise.allSettled([build(), findBrowser()])
  const [format, types, unused] = await Promise.all([
    tool('@biomejs/biome/bin/biome', ['check', '.'], { quiet: true }),
    tool('typescript/bin/tsc', ['--noEmit'], { quiet: true }),
    tool('knip/bin/knip.js', [], { quiet: true }),
  ])
  check('Format and lint', format.code === 0, format.output)
  check('Types', types.code === 0, types.output)
  check('Unused code', unused.code === 0, unused.output)
  await unitTests()
  if (built.status === 'rejected') check('Build', false, String(built.reason))
  else await browserTests(browser.status === 'fulfilled' ? browser.value : undefined)
} catch (error) {
  check('Tests', false, error instanceof Interrupted ? 'Interrupted.' : String(error?.message ?? error))
}
process.exit(total.failed > 0 ? 1 : 0)

/** An interrupted test run does not stop its PostgreSQL, which runs in its own session. */
function stopServers() {
  for (const folder of readdirSync(reports)) {
    const file = join(reports, folder, 'postgres/postmaster.pid')
    if (!existsSync(file)) continue
    try {
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGQUIT')
    } catch {
      // It ended by itself at this moment.
    }
  }
}

async function unitTests() {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await tool('vitest/vitest.mjs', args, { env: testing })
  add(countVitest(file, code))
}

async function browserTests(browser) {
  if (browser === undefined) {
    check('Browser tests', false, 'No Chromium could be found or installed. Set CHROMIUM_PATH.')
    return
  }
  const file = join(reports, 'playwright.json')
  const env = {
    ...testing,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    ...(browser && { CHROMIUM_PATH: browser }),
  }
  const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env })
  add(countPlaywright(file, code))
}

function check(name, passed, output) {
  console.log(passed ? `${name}: passed` : `${name}: failed\n${output.trim()}`)
  add(passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

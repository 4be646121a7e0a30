import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, installFromDebian } from './browser.mjs'
import { build, checkNode, install } from './prepare.mjs'
import { countPlaywright, countVitest } from './reports.mjs'
import { Interrupted, tool } from './run.mjs'

// `npm test` runs everything, also on a fresh clone. It ends with each failure in short, and then `N passed, N failed`.
const memory = '/dev/shm'
/** The tests need up to 6 GB, 1 GB of it for these files. */
const memoryBytes = 8e9
const reports = mkdtempSync(join(isMemoryLarge() ? memory : tmpdir(), 'kassa-test-'))
/** @type {import('./reports.mjs').Counts} */
const total = { passed: 0, failed: 0, failures: [] }
/**
 * Tests create their files in one folder, so that those of interrupted tests are deleted too.
 * @type {NodeJS.ProcessEnv}
 */
const testing = { ...process.env, NODE_ENV: 'test', TMPDIR: reports }
// PostgreSQL may run as another user during tests, and needs access.
chmodSync(reports, 0o711)

process.once('exit', () => {
  try {
    stopServers()
    rmSync(reports, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.error(`${reports} could not be removed: ${messageOf(error)}`)
  } finally {
    for (const failure of total.failures) console.log(`Failed: ${failure}`)
    console.log(`${total.passed} passed, ${total.failed} failed`)
  }
})

checkNode()
const [isInstalled] = await Promise.all([finished(install()), finished(installFromDebian())])
// Unit tests wait for their database much of the time, and need no build, so they run alongside everything else.
if (isInstalled) await Promise.all([finished(unitTests()), finished(checksAndBrowserTests())])
process.exit(total.failed > 0 ? 1 : 0)

/**
 * Whether there is enough memory for the temporary files. Creating the hundreds of databases of the tests, with 700 files each,
 * takes up to six times as much processor time on a disk.
 */
function isMemoryLarge() {
  if (process.env.TMPDIR !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > memoryBytes
  } catch {
    return false
  }
}

/**
 * Waits for a part. An error that ends it early counts as a failure, and leaves the other parts running.
 * @param {Promise<void>} part
 */
async function finished(part) {
  try {
    await part
    return true
  } catch (error) {
    check('Tests', false, error instanceof Interrupted ? 'Interrupted.' : messageOf(error))
    return false
  }
}

/** An interrupted test run does not stop its PostgreSQL, which runs in its own session. */
function stopServers() {
  for (const folder of readdirSync(reports)) {
    const file = join(reports, folder, 'postgres/postmaster.pid')
    if (!existsSync(file)) continue
    try {
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGQUIT')
    } catch {
      // It has just stopped by itself.
    }
  }
}

// Quiet, so that the line-by-line output of the two kinds of tests does not mix.
async function unitTests() {
  const file = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await tool('vitest/vitest.mjs', args, { env: testing, quiet: true })
  console.log(output)
  add(countVitest(file, code))
}

async function checksAndBrowserTests() {
  const [built, browser] = await Promise.allSettled([build(), findBrowser()])
  if (built.status === 'rejected') check('Build', false, messageOf(built.reason))
  // The checks need the build, which writes types of the pages.
  await Promise.all([
    finished(checks()),
    built.status === 'fulfilled' &&
      finished(browser.status === 'fulfilled' ? browserTests(browser.value) : Promise.reject(browser.reason)),
  ])
}

async function checks() {
  const [format, types, unused] = await Promise.all([
    tool('@biomejs/biome/bin/biome', ['check', '.'], { quiet: true }),
    // More threads use 50 % more processor time, which the tests need at the same moment.
    tool('typescript/bin/tsc', ['--noEmit', '--singleThreaded'], { quiet: true }),
    tool('knip/bin/knip.js', [], { quiet: true }),
  ])
  check('Format and lint', format.code === 0, format.output)
  check('Types', types.code === 0, types.output)
  check('Unused code', unused.code === 0, unused.output)
}

/** @param {string | undefined} browser */
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
    CHROMIUM_PATH: browser,
  }
  const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env })
  add(countPlaywright(file, code))
}

/**
 * @param {string} name
 * @param {boolean} passed
 * @param {string} output
 */
function check(name, passed, output) {
  console.log(passed ? `${name}: passed` : `${name}: failed\n${output.trim()}`)
  add(passed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] })
}

/** @param {import('./reports.mjs').Counts} counts */
function add({ passed, failed, failures }) {
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

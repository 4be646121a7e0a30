import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile */

/**
 * Counts the tests of a vitest JSON report. A test file that could not even be loaded counts as one failure.
 * @param {string} file
 * @param {number} code
 * @returns {Counts}
 */
export function countVitest(file, code) {
  /** @type {{ testResults: VitestFile[], numPassedTests: number, numFailedTests: number } | undefined} */
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return counted(report.numPassedTests, report.numFailedTests + unloaded.length, code)
}

/**
 * Counts the tests of a Playwright JSON report. A test that passed only at a second attempt has failed.
 * @param {string} file
 * @param {number} code
 * @returns {Counts}
 */
export function countPlaywright(file, code) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return counted(expected, unexpected + flaky, code)
}

/**
 * A runner that failed without a failed test has crashed, for example by an error outside any test.
 * @param {number} passed
 * @param {number} failed
 * @param {number} code
 */
function counted(passed, failed, code) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** @param {string} file */
function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    // The report was cut off half-way. That counts as a failure, like a missing one.
    return undefined
  }
}

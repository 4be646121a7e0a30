import { existsSync, readFileSync } from 'node:fs'

/** Returns the counts of a vitest JSON report. A file that could not even be loaded counts as one failure. */
export function countVitest(file, code) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return settle(report.numPassedTests, report.numFailedTests + unloaded.length, code)
}

/** Returns the counts of a Playwright JSON report. A test that passed only at a second attempt has failed. */
export function countPlaywright(file, code) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return settle(expected, unexpected + flaky, code)
}

// A runner that failed without a failed test crashed on the way, for example by an error outside of any test.
function settle(passed, failed, code) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    // Cut off half-way: treated as missing, which counts as a failure.
    return undefined
  }
}

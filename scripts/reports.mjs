import { existsSync, readFileSync } from 'node:fs'

/**
 * How many tests passed and failed, and the first words about each failure.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts
 */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * Counts the tests of a vitest JSON report. A test file that could not even be loaded counts as one failure.
 * @param {string} file
 * @param {number} code
 * @returns {Counts}
 */
export function countVitest(file, code) {
  /** @type {{ testResults: VitestFile[], numPassedTests: number, numFailedTests: number } | undefined} */
  const report = read(file)
  if (!report) return noReport(file)
  const failures = report.testResults.flatMap((tested) => {
    const failed = tested.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && tested.status === 'failed') return [failure(tested.name, tested.message)]
    return failed.map((test) => failure(`${tested.name}: ${test.fullName}`, test.failureMessages?.[0]))
  })
  return counted(report.numPassedTests, failures, code)
}

/**
 * Counts the tests of a Playwright JSON report. A test that passed only at a second attempt has failed.
 * @param {string} file
 * @param {number} code
 * @returns {Counts}
 */
export function countPlaywright(file, code) {
  /** @type {{ stats: { expected: number, flaky: number }, suites: Suite[] } | undefined} */
  const report = read(file)
  if (!report) return noReport(file)
  const failures = report.suites.flatMap(failedSpecs)
  for (let flaky = 0; flaky < report.stats.flaky; flaky++) failures.push('A test passed only when repeated.')
  return counted(report.stats.expected, failures, code)
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedSpecs({ specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ file, title, tests }) =>
      failure(`${file}: ${title}`, tests[0]?.results.at(-1)?.error?.message),
    ),
    ...suites.flatMap(failedSpecs),
  ]
}

/**
 * A runner that failed without a failed test has crashed, for example by an error outside any test.
 * @param {number} passed
 * @param {string[]} failures
 * @param {number} code
 */
function counted(passed, failures, code) {
  const all = failures.length === 0 && code !== 0 ? [`The test runner ended with ${code}.`] : failures
  return { passed, failed: all.length, failures: all }
}

/** @param {string} file */
function noReport(file) {
  return { passed: 0, failed: 1, failures: [`The test runner wrote no report to ${file}.`] }
}

/**
 * @param {string} title
 * @param {string} [message]
 */
function failure(title, message = '') {
  return `${title}\n    ${message.trim().split('\n').slice(0, 8).join('\n    ')}`
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

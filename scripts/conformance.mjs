import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'

// `npm run conformance` runs the behaviours of card services against every card service, on doubles of real ones.
// `npm run conformance -- NAME` runs them against one. For stripe, that is Stripe's own test mode, with the key in
// STRIPE_TEST_KEY.
const names = readdirSync('test/conformance').flatMap((name) => /^(.+)\.test\.ts$/.exec(name)?.[1] ?? [])
const [service, ...rest] = process.argv.slice(2)
const usage = `Usage: npm run conformance [-- ${names.join('|')}]`
if (service === '--help' || service === '-h') {
  console.log(usage)
  process.exit(0)
}
const file = service === undefined ? 'test/conformance' : `test/conformance/${service}.test.ts`
if (rest.length > 0 || (service !== undefined && !names.includes(service))) stop(usage)

/** @type {NodeJS.ProcessEnv} */
const environment = { ...process.env, NODE_ENV: 'test' }
if (service === 'stripe') {
  const key = process.env.STRIPE_TEST_KEY ?? ''
  // A live key would move money.
  if (!/^[rs]k_test_/.test(key))
    stop("Set STRIPE_TEST_KEY to a secret key of Stripe's test mode: sk_test_… or rk_test_….")
  environment.STRIPE_CONFORMANCE_KEY = key
}

const tests = spawn('npx', ['vitest', 'run', '--reporter=verbose', file], {
  stdio: 'inherit',
  env: environment,
})
tests.on('exit', (code) => process.exit(code ?? 1))

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message)
  process.exit(2)
}

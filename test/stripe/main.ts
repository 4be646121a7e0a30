import { contents } from './serve-control'
import { startDouble } from './start-double'
import { testMethods } from './test-cards'

// The double on its own: `PORT=4010 node --import tsx test/stripe/main.ts`. With SEED, a run can be repeated. Without
// it, ids differ from run to run, for databases that outlive the double.

const { PORT = '4010', SEED } = process.env
const seed = SEED === undefined ? Date.now() % 2 ** 32 : Number(SEED)
const double = await startDouble({ port: Number(PORT), seed })
const { read, switches } = contents()
const width = Math.max(...Object.keys(switches).map((name) => name.length))

process.stdout.write(`Stripe double at ${double.url} (seed ${seed})

STRIPE_BASE_URL=${double.url}
STRIPE_JS_URL=${double.url}/v3/
secret key       ${double.secretKey}
restricted key   ${double.restrictedKey}
publishable key  ${double.publishableKey}

${read.join('\n')}
${Object.entries(switches)
  .map(([name, about]) => `${name.padEnd(width)}  ${about}`)
  .join('\n')}

Test payment methods: ${testMethods.join(' ')}
`)

const stop = () => void double.stop().then(() => process.exit(0))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

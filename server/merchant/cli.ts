import { parseArgs } from 'node:util'
import { migrate } from '@/db/migrate'
import { KassaError } from '../error/error'
import { contentError } from '../rest/flaws'
import { startRuntime } from '../runtime'
import { withDatabase } from '../supervisor/with-database'
import { changeMerchant, MerchantChange } from './change'
import { createMerchant, MerchantCreatable } from './merchant'

const usage = `Usage:
  npm run merchant -- create --name NAME --email EMAIL --password PASSWORD [--type test|live]
      [--country SE] [--time-zone Europe/Stockholm] [--currency SEK]
    Makes a merchant with its owner and keys, and prints them as one line of JSON. The private key is shown this once.
  npm run merchant -- set --id MERCHANT [--name NAME] [--time-zone Europe/Stockholm] [--currency SEK] [--locale en-SE]
      [--retry-days 1,3,5,7] [--support-email EMAIL] [--colour "#0b5f63"] [--logo URL]
      [--public-key-pays-by-account on|off]
    Changes what is given. The locale is how mail writes amounts and dates; retry days are those on which a payment
    that failed is tried again, counted from the first failure; the last says whether a public key may make orders on
    stored cards.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    type: { type: 'string' },
    country: { type: 'string' },
    'time-zone': { type: 'string' },
    currency: { type: 'string' },
    id: { type: 'string' },
    locale: { type: 'string' },
    'retry-days': { type: 'string' },
    'support-email': { type: 'string' },
    colour: { type: 'string' },
    logo: { type: 'string' },
    'public-key-pays-by-account': { type: 'string' },
  },
})

const commands: Record<string, () => Promise<void>> = { create, set }

const command = commands[positionals[0] ?? '']
try {
  if (!command) throw new Error(usage)
  await command()
} catch (error) {
  // A person reads this: what to do, not where in the code it was noticed.
  for (const line of complaintsOf(error)) console.error(line)
  process.exitCode = 1
}

function complaintsOf(error: unknown): string[] {
  if (!(error instanceof KassaError)) return [error instanceof Error ? error.message : String(error)]
  const { flaws } = error.content.details ?? {}
  return Array.isArray(flaws) ? flaws.map(({ description }) => description) : [error.content.description]
}

async function create(): Promise<void> {
  const { name, email, password, type, country, currency, 'time-zone': timeZone } = values
  const input = present({ name, email, password, type, country, currency, timeZone })
  const parsed = MerchantCreatable.safeParse(input)
  if (!parsed.success) throw contentError(parsed.error.issues, input)
  await withDatabase(async ({ databaseUrl }) => {
    await migrate(databaseUrl)
    const { runtime, connection } = startRuntime()
    try {
      const made = await createMerchant(runtime.db, parsed.data, runtime.clock.now())
      const { merchant: id, ...rest } = made
      console.log(
        JSON.stringify({ url: runtime.baseUrl, merchant: id, ...rest, password: parsed.data.password }),
      )
    } finally {
      await connection.close()
    }
  })
}

async function set(): Promise<void> {
  const { id, name, currency, locale, logo, colour } = values
  const { 'time-zone': timeZone, 'support-email': supportEmail } = values
  const { 'retry-days': days, 'public-key-pays-by-account': allowed } = values
  const given = {
    ...{ name, currency, locale, timeZone },
    ...(days !== undefined && { retryDays: days.split(',').map(Number) }),
    ...(allowed !== undefined && { publicKeyPaysByAccount: { on: true, off: false }[allowed] ?? allowed }),
    branding: present({ logo, colour, supportEmail }),
  }
  const input = present(given)
  const parsed = MerchantChange.safeParse(input)
  if (!parsed.success) throw contentError(parsed.error.issues, input)
  const { branding, ...rest } = parsed.data
  if (!id || Object.keys({ ...rest, ...branding }).length === 0) throw new Error(usage)
  await withDatabase(async () => {
    const { runtime, connection } = startRuntime()
    try {
      const changed = await changeMerchant(runtime.db, id, parsed.data)
      if (!changed) throw new Error(`There is no merchant ${id}.`)
      const { name, timeZone, currency, locale, retryDays, publicKeyPaysByAccount, branding } = changed.after
      const shown = { name, timeZone, currency, locale, retryDays, publicKeyPaysByAccount, branding }
      console.log(JSON.stringify({ merchant: changed.after.id, ...shown }))
    } finally {
      await connection.close()
    }
  })
}

/** A function, and no constant: the command runs before this line is reached. */
function present(options: object) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

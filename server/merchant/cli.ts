import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { migrate } from '@/db/migrate'
import { merchant } from '@/db/schema'
import { KassaError } from '../error/error'
import { contentError } from '../rest/flaws'
import { startRuntime } from '../runtime'
import { withDatabase } from '../supervisor/with-database'
import { createMerchant, MerchantCreatable } from './merchant'

const usage = `Usage:
  npm run merchant -- create --name NAME --email EMAIL --password PASSWORD [--type test|live]
      [--country SE] [--time-zone Europe/Stockholm] [--currency SEK]
    Makes a merchant with its owner and keys, and prints them as one line of JSON. The private key is shown this once.
  npm run merchant -- set --id MERCHANT --public-key-pays-by-account on|off
    Whether a public key may make orders on stored cards.`

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
  const given = Object.entries({ name, email, password, type, country, currency, timeZone })
  const input = Object.fromEntries(given.filter(([, value]) => value !== undefined))
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
  const { id, 'public-key-pays-by-account': allowed } = values
  if (!id || (allowed !== 'on' && allowed !== 'off')) throw new Error(usage)
  await withDatabase(async () => {
    const { runtime, connection } = startRuntime()
    try {
      const changed = await runtime.db
        .update(merchant)
        .set({ publicKeyPaysByAccount: allowed === 'on' })
        .where(eq(merchant.id, id))
        .returning({ id: merchant.id })
      if (changed.length === 0) throw new Error(`There is no merchant ${id}.`)
      console.log(
        `A public key of ${id} ${allowed === 'on' ? 'may' : 'may not'} make orders on stored cards.`,
      )
    } finally {
      await connection.close()
    }
  })
}

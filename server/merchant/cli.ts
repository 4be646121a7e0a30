import { migrate } from '@/db/migrate'
import { contentError } from '../rest/flaws'
import { startRuntime } from '../runtime'
import { command, typed } from '../supervisor/command'
import { verifyEncryptionKey } from '../supervisor/encryption-key'
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

const text = { type: 'string' } as const
const { values, positionals } = typed(usage, {
  ...{
    name: text,
    email: text,
    password: text,
    type: text,
    country: text,
    'time-zone': text,
    currency: text,
  },
  ...{ id: text, locale: text, 'retry-days': text, 'support-email': text, colour: text, logo: text },
  'public-key-pays-by-account': text,
})

const commands: Record<string, () => Promise<void>> = { create, set }
const chosen = commands[positionals[0] ?? '']
await command(async () => {
  if (!chosen) throw new Error(usage)
  await chosen()
})

async function create(): Promise<void> {
  const { name, email, password, type, country, currency, 'time-zone': timeZone } = values
  const input = present({ name, email, password, type, country, currency, timeZone })
  const parsed = MerchantCreatable.safeParse(input)
  if (!parsed.success) throw contentError(parsed.error.issues, input)
  await withDatabase(async ({ databaseUrl }) => {
    await migrate(databaseUrl)
    await verifyEncryptionKey(databaseUrl)
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

/** A declaration: the command at the top runs before a constant down here has its value. */
function present(options: object) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

import { eq } from 'drizzle-orm'
import { connect, type Database } from '@/db/client'
import { installation, signingSecret } from '@/db/schema'
import { ConfigError } from '../core/config/config'
import { open, seal } from '../core/crypto'
import { signingUse } from '../merchant/signing-secrets'

const use = 'installation key_check'
const text = 'Kassa'

/**
 * Verifies that ENCRYPTION_KEY is the one that a database was set up with, and stores a check of it in a new one.
 * Accepts a database without tables. Throws a ConfigError with instructions; also for a database that cannot store every
 * text, because this is the first thing that a process does with it.
 */
export async function verifyEncryptionKey(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { pool: 1 })
  try {
    const { encoding, hasTables } = await look(db)
    if (encoding !== 'UTF8') throw new ConfigError([notUtf8(encoding)])
    if (!hasTables) return
    if (!(await fits(db))) throw new ConfigError([wrongKey])
  } finally {
    await close()
  }
}

const notUtf8 = (encoding: string) =>
  `The database of DATABASE_URL has the encoding ${encoding}, so it cannot store every name. Create one with: ` +
  "create database … encoding 'UTF8' template template0."

const wrongKey =
  'ENCRYPTION_KEY is not the one that this database was set up with, so its secrets cannot be read: signing secrets of ' +
  'callbacks, second factors and mail. Set ENCRYPTION_KEY to the original value; for the embedded database it is ' +
  '`encryptionKey` in secrets.json of the data folder. Restore it from a backup if it is lost.'

async function fits(db: Database): Promise<boolean> {
  const stored = await keyCheck(db)
  if (stored !== undefined) return opens(stored, use)
  // In an installation from before the check, the existing encrypted data shows whether the key is right.
  if (!(await opensSigningSecret(db))) return false
  await db
    .insert(installation)
    .values({ keyCheck: seal(text, use) })
    .onConflictDoNothing()
  // Another process may have been first, with another key.
  const known = await keyCheck(db)
  return known !== undefined && opens(known, use)
}

async function keyCheck(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.id, 1))
  return row?.keyCheck
}

/** Whether the key opens a signing secret; true when there is none. */
async function opensSigningSecret(db: Database): Promise<boolean> {
  const [row] = await db.select().from(signingSecret).limit(1)
  return row === undefined || opens(row.encrypted, signingUse(row.merchantId))
}

function opens(sealed: string, usedFor: string): boolean {
  try {
    open(sealed, usedFor)
    return true
  } catch {
    // Sealed with another key, so the result is false.
    return false
  }
}

async function look(db: Database): Promise<{ encoding: string; hasTables: boolean }> {
  const [row] = await db.execute<{ encoding: string; hasTables: boolean }>(
    `select current_setting('server_encoding') as encoding,
      to_regclass('public.installation') is not null as "hasTables"`,
  )
  if (!row) throw new Error('PostgreSQL did not return its encoding')
  return row
}

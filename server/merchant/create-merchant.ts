import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { isUnknownTimeZone } from '@/db/errors'
import { membership, merchant, signingSecret, user } from '@/db/schema'
import { inTransaction } from '../core/context'
import { keyedHash, seal } from '../core/crypto'
import { merchantIdFrom, newId, newReference } from '../core/id'
import type { Installation } from '../core/runtime'
import { issueKey } from '../key/issue-key'
import { fail } from '../model/errors'
import { countryCode, currency, email, text } from '../model/fields'
import { findMerchant } from './find-merchant'
import { signingUse } from './signing-secrets'

/** A new password. */
export const password = () => z.string().min(10, 'must have at least 10 characters').max(500)

/** An IANA time zone. PostgreSQL may know fewer: see `refusingUnknownTimeZone`. */
export const timeZone = () =>
  z.string().refine(isTimeZone, { error: 'is not an IANA time zone. Use one such as "Europe/Stockholm"' })

export const MerchantCreatable = z.strictObject({
  name: text(),
  email: email(),
  password: password(),
  type: z.enum(['test', 'live']).default('test'),
  country: countryCode().default('SE'),
  timeZone: timeZone().default('Europe/Stockholm'),
  currency: currency().default('SEK'),
})
export type MerchantCreatable = z.input<typeof MerchantCreatable>

/** What the owner needs to start. The private key and the secret are shown here and never again. */
export interface NewMerchant {
  merchant: string
  email: string
  publicKey: string
  privateKey: string
  signingSecret: string
}

/**
 * Creates a merchant with its owner, a public and a private key and a signing secret. If the e-mail address already
 * has a user, that user becomes the owner, and the password must be theirs. `input` has passed `MerchantCreatable`.
 * Throws `password.not-of-known-user` on another's password.
 */
export function createMerchant(
  installation: Installation,
  { email, password, ...rest }: z.output<typeof MerchantCreatable>,
): Promise<NewMerchant> {
  return inTransaction(installation, async (inside) => {
    const id = await ownerFor(inside, { email: email.toLowerCase(), password })
    return createMerchantFor(inside, { owner: { id, email }, ...rest })
  })
}

/**
 * Creates a merchant owned by an existing user. The same `origin`, which only the requester may know, creates one
 * merchant and returns the same keys and secret each time, although they are stored nowhere.
 */
export async function createMerchantFor(
  { db, clock }: Installation,
  {
    owner,
    origin = newReference(),
    ...input
  }: { owner: { id: string; email: string }; origin?: string } & Omit<
    z.output<typeof MerchantCreatable>,
    'email' | 'password'
  >,
): Promise<NewMerchant> {
  const now = clock.now()
  const bytesFor = (what: string) => Buffer.from(keyedHash('issued key', `${what}:${origin}`), 'base64url')
  const id = merchantIdFrom(bytesFor('merchant'))
  const secret = `whsec_${bytesFor('signing secret').toString('base64')}`
  const { name, country } = input
  const [created] = await refusingUnknownTimeZone(
    db
      .insert(merchant)
      .values({ id, ...input, branding: { name }, locale: `en-${country}`, created: now })
      .onConflictDoNothing()
      .returning(),
  )
  if (created) {
    await db.insert(membership).values({ merchantId: id, userId: owner.id, role: 'owner', created: now })
    await db
      .insert(signingSecret)
      .values({ merchantId: id, id: newId(), encrypted: seal(secret, signingUse(id)), created: now })
  }
  // Keys depend on the type: with that of the stored merchant, a repeated request with another type creates no more keys.
  const row = created ?? (await findMerchant(db, id))
  if (!row) throw new Error('A merchant was neither inserted nor found')
  const scope = { db, clock, merchant: row }
  const publicKey = await issueKey(scope, { kind: 'public', name: 'First public key', origin })
  const privateKey = await issueKey(scope, { kind: 'private', name: 'First private key', origin })
  return {
    merchant: id,
    email: owner.email,
    publicKey: publicKey.key,
    privateKey: privateKey.key,
    signingSecret: secret,
  }
}

async function ownerFor(
  { db, clock }: Installation,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const [known] = await db.select().from(user).where(eq(user.email, email))
  if (known) {
    if (await verify(known.passwordHash, password)) return known.id
    throw fail('password.not-of-known-user')
  }
  const id = newId()
  await db.insert(user).values({ id, email, passwordHash: await hash(password), created: clock.now() })
  return id
}

/** Waits for a statement that writes a merchant. Throws `time-zone.unknown` if PostgreSQL does not know its time zone. */
export async function refusingUnknownTimeZone<T>(written: PromiseLike<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    throw isUnknownTimeZone(error) ? fail('time-zone.unknown', { field: 'timeZone' }) : error
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

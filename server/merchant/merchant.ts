import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Queryable, Transaction } from '@/db/client'
import { type Merchant, membership, merchant, signingSecret, user } from '@/db/schema'
import { seal } from '../core/crypto'
import { newId, newMerchantId } from '../core/id'
import { issueKey } from '../key/issue'
import { fail } from '../model/errors'
import { countryCode, currency, email, text } from '../model/fields'
import { signingUse } from './signing-secrets'

/** A password that may be chosen. */
export const password = () => z.string().min(10, 'must have at least 10 characters').max(500)

export const MerchantCreatable = z.strictObject({
  name: text(),
  email: email(),
  password: password(),
  type: z.enum(['test', 'live']).default('test'),
  country: countryCode().default('SE'),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'is not an IANA time zone. Use one such as "Europe/Stockholm"' })
    .default('Europe/Stockholm'),
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
  db: Queryable,
  input: z.output<typeof MerchantCreatable>,
  now: Date,
): Promise<NewMerchant> {
  const { email, password, ...rest } = input
  return db.transaction(async (tx) => {
    const id = await ownerFor(tx, email.toLowerCase(), password, now)
    return makeMerchant(tx, { id, email }, rest, now)
  })
}

/** Creates a merchant owned by an existing user. */
export async function makeMerchant(
  tx: Transaction,
  owner: { id: string; email: string },
  input: Omit<z.output<typeof MerchantCreatable>, 'email' | 'password'>,
  now: Date,
): Promise<NewMerchant> {
  const id = newMerchantId()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { name, country, type } = input
  await tx
    .insert(merchant)
    .values({ id, ...input, branding: { name }, locale: `en-${country}`, created: now })
  await tx.insert(membership).values({ merchantId: id, userId: owner.id, role: 'owner', created: now })
  await tx
    .insert(signingSecret)
    .values({ merchantId: id, id: newId(), encrypted: seal(secret, signingUse(id)), created: now })
  const issue = { merchantId: id, merchantType: type, now }
  const publicKey = await issueKey(tx, { ...issue, kind: 'public', name: 'First public key' })
  const privateKey = await issueKey(tx, { ...issue, kind: 'private', name: 'First private key' })
  return {
    merchant: id,
    email: owner.email,
    publicKey: publicKey.key,
    privateKey: privateKey.key,
    signingSecret: secret,
  }
}

async function ownerFor(tx: Transaction, email: string, password: string, now: Date): Promise<string> {
  const [known] = await tx.select().from(user).where(eq(user.email, email))
  if (known) {
    if (await verify(known.passwordHash, password)) return known.id
    throw fail('password.not-of-known-user')
  }
  const id = newId()
  await tx.insert(user).values({ id, email, passwordHash: await hash(password), created: now })
  return id
}

/** Finds a merchant by its id. */
export async function findMerchant(db: Database, id: string): Promise<Merchant | undefined> {
  const [found] = await db.select().from(merchant).where(eq(merchant.id, id))
  return found
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

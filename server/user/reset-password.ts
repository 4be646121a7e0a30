import { hash } from '@node-rs/argon2'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { passwordReset, user } from '@/db/schema'
import { hours, later } from '../core/clock'
import { sha256 } from '../core/crypto'
import type { Installation, Runtime } from '../core/runtime'
import { fail } from '../model/errors'
import { email as emailAddress } from '../model/fields'
import { isRecent } from '../rate-limit/recent'
import { mailPerson, notifyChange } from './mail-person'
import { newSecretKey } from './secret-key'
import { forgiveSignIn, type SignInSource } from './sign-in-limits'

/** How long the link works. */
const resetLife = hours(1)

/** How many links an address may be sent per hour. */
export const resetsAnHour = 5

type ResetContext = Installation & Pick<Runtime, 'baseUrl'>

/**
 * Mails a link to choose a new password. Returns nothing, and does nothing for an address that is unknown or has
 * reached its limit: the requester must not learn which.
 */
export async function requestReset(installation: ResetContext, given: string): Promise<void> {
  const { db, clock } = installation
  const email = given.trim().toLowerCase()
  if (!emailAddress().safeParse(email).success) return
  await db.transaction(async (tx) => {
    // Held until the transaction ends, so that each of several simultaneous requests sees the earlier ones.
    const [known] = await tx.select().from(user).where(eq(user.email, email)).for('no key update')
    if (!known) return
    const lately = and(
      eq(passwordReset.userId, known.id),
      isRecent(passwordReset.created, { now: clock.now(), window: hours(1) }),
    )
    const recent = await tx.select({ used: passwordReset.used }).from(passwordReset).where(lately)
    if (recent.length >= resetsAnHour) return
    const { link, expires } = await createReset({ ...installation, db: tx }, known.id)
    await mailPerson(
      { db: tx, clock },
      {
        person: known,
        template: 'password-reset',
        data: { expires: expires.toISOString() },
        secret: link,
      },
    )
  })
}

/** Creates a link to choose a new password, which works once, and until `expires`. */
export async function createReset(
  { db, clock, baseUrl }: ResetContext,
  userId: string,
): Promise<{ link: string; expires: Date }> {
  const { key, keyHash } = newSecretKey()
  const created = clock.now()
  const expires = later(created, resetLife)
  await db.insert(passwordReset).values({ keyHash, userId, created, expires })
  return { link: `${baseUrl}/signin/reset/${key}`, expires }
}

/** Returns whose password a key may change, without using it; undefined for a key that is used, expired or unknown. */
export async function findReset(
  { db, clock }: Installation,
  key: string,
): Promise<{ email: string } | undefined> {
  const [found] = await db
    .select({ email: user.email })
    .from(passwordReset)
    .innerJoin(user, eq(user.id, passwordReset.userId))
    .where(isUsable(key, clock.now()))
  return found
}

/**
 * Sets a new password with a key, which ends every session and uses up this key and all others. A second factor
 * stays as it is. Throws `reset.spent` for a key that no longer works.
 */
export async function resetPassword(
  installation: Installation,
  { key, password, place = {} }: { key: string; password: string; place?: SignInSource | undefined },
): Promise<void> {
  const { db, clock } = installation
  if (!(await findReset(installation, key))) throw fail('reset.spent')
  const passwordHash = await hash(password)
  const changed = await db.transaction(async (tx) => {
    const now = clock.now()
    // Checked again in the statement that uses it up: another request may have been faster.
    const [taken] = await tx
      .update(passwordReset)
      .set({ used: now })
      .where(isUsable(key, now))
      .returning({ userId: passwordReset.userId })
    if (!taken) throw fail('reset.spent')
    const [known] = await tx
      .update(user)
      .set({ passwordHash, sessionsFrom: now })
      .where(eq(user.id, taken.userId))
      .returning()
    if (!known) throw fail('reset.spent')
    await voidResets({ db: tx, clock }, known.id)
    await notifyChange({ db: tx, clock }, { person: known, what: 'password' })
    return known
  })
  // Resets only the count of wrong passwords from here. Wrong codes still count.
  await forgiveSignIn(installation, { email: changed.email, place })
}

/** Invalidates links that were mailed before the password was changed. */
export const voidResets = async ({ db, clock }: Installation, userId: string): Promise<void> => {
  await db
    .update(passwordReset)
    .set({ used: clock.now() })
    .where(and(eq(passwordReset.userId, userId), isNull(passwordReset.used)))
}

const isUsable = (key: string, now: Date) =>
  and(eq(passwordReset.keyHash, sha256(key)), isNull(passwordReset.used), gt(passwordReset.expires, now))

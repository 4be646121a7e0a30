import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { recoveryCode, user } from '@/db/schema'
import { open, seal } from '../core/crypto'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { requirePassword } from './change-password'
import {
  type AppSecret,
  hashRecoveryCode,
  newAppSecret,
  newRecoveryCodes,
  showAppSecret,
  stepOf,
} from './codes'
import { notifyChange } from './mail-person'
import { endOtherSessions, noFactor, type User, type UserSession } from './session'
import { claimProof, forgiveProof } from './sign-in-limits'

/** A password, and a code if a second factor is on. */
export interface Proof {
  password: string
  code: string
}

/**
 * Uses up a code of the app or a recovery code. Each works once, and for only one of several simultaneous attempts.
 * Returns false for one that is wrong or already used.
 */
export async function consumeCode(
  installation: Installation,
  { known, code }: { known: User; code: string },
): Promise<boolean> {
  return (await takeAppCode(installation, known, code)) || (await takeRecoveryCode(installation, known, code))
}

/** Names the use of an authenticator app's sealed secret. */
const purposeOf = (userId: string) => `user ${userId} totp`

async function takeAppCode(
  { db, clock }: Installation,
  { id, totpSecret }: User,
  code: string,
): Promise<boolean> {
  const step = totpSecret === null ? undefined : stepOf(open(totpSecret, purposeOf(id)), code, clock.now())
  if (totpSecret === null || step === undefined) return false
  const taken = await db
    .update(user)
    .set({ totpStep: step })
    .where(
      and(
        eq(user.id, id),
        eq(user.totpSecret, totpSecret),
        isNotNull(user.totpSince),
        or(isNull(user.totpStep), lt(user.totpStep, step)),
      ),
    )
    .returning({ id: user.id })
  return taken.length > 0
}

async function takeRecoveryCode({ db, clock }: Installation, { id }: User, code: string): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ used: clock.now() })
    .where(
      and(
        eq(recoveryCode.userId, id),
        eq(recoveryCode.hash, hashRecoveryCode(id, code)),
        isNull(recoveryCode.used),
      ),
    )
    .returning({ hash: recoveryCode.hash })
  return taken.length > 0
}

/** Returns whether it is on, and how many recovery codes are left. */
export async function factorOf({ db }: Installation, { id, totpSince }: User) {
  const unused = and(eq(recoveryCode.userId, id), isNull(recoveryCode.used))
  return { since: totpSince, recoveryCodes: totpSince ? await db.$count(recoveryCode, unused) : 0 }
}

/** Creates the secret for an app. Signing in needs no code until a first code has confirmed it. */
export async function beginFactor(
  installation: Installation,
  { known, password }: { known: User; password: string },
): Promise<AppSecret> {
  // Checked first: once the second factor is on, this call does not check passwords.
  if (known.totpSince !== null) throw fail('factor.is-on')
  await claimProof(installation, { email: known.email, proof: 'password' })
  await requirePassword(known, password, 'password')
  await forgiveProof(installation, { email: known.email, proof: 'password' })
  const secret = newAppSecret()
  const begun = await installation.db
    .update(user)
    .set({ totpSecret: seal(secret, purposeOf(known.id)), totpStep: null })
    .where(and(eq(user.id, known.id), isNull(user.totpSince)))
    .returning({ id: user.id })
  if (begun.length === 0) throw fail('factor.is-on')
  return showAppSecret(secret, known.email)
}

/**
 * Turns it on with a first code from the app, which ends the user's other sessions: they needed no code. Returns the
 * recovery codes, which are only shown now.
 */
export async function confirmFactor(
  { db, clock }: Installation,
  { known, session, code }: { known: User; session: UserSession; code: string },
): Promise<string[]> {
  const { totpSecret } = known
  if (known.totpSince !== null) throw fail('factor.is-on')
  const step =
    totpSecret === null ? undefined : stepOf(open(totpSecret, purposeOf(known.id)), code, clock.now())
  if (totpSecret === null || step === undefined) throw fail('factor.code-wrong')
  return db.transaction(async (tx) => {
    const now = clock.now()
    const confirmed = await tx
      .update(user)
      .set({ totpSince: now, totpStep: step, ...endOtherSessions(session, now) })
      .where(and(eq(user.id, known.id), eq(user.totpSecret, totpSecret), isNull(user.totpSince)))
      .returning({ id: user.id })
    if (confirmed.length === 0) throw fail('factor.is-on')
    await notifyChange({ db: tx, clock }, { person: known, what: 'factor on' })
    return replaceRecoveryCodes(tx, known.id)
  })
}

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(
  installation: Installation,
  { known, ...proof }: { known: User } & Proof,
): Promise<string[]> {
  await prove(installation, { known, ...proof })
  return installation.db.transaction(async (tx) => {
    const [still] = await tx.select().from(user).where(eq(user.id, known.id)).for('no key update')
    if (!still?.totpSince) throw fail('factor.is-off')
    if (still.passwordHash !== known.passwordHash) throw fail('password.wrong', { field: 'password' })
    await notifyChange({ db: tx, clock: installation.clock }, { person: known, what: 'recovery codes' })
    return replaceRecoveryCodes(tx, known.id)
  })
}

/** Turns it off: the password alone signs in from now on. */
export async function endFactor(
  installation: Installation,
  { known, ...proof }: { known: User } & Proof,
): Promise<void> {
  await prove(installation, { known, ...proof })
  await installation.db.transaction(async (tx) => {
    const ended = await tx
      .update(user)
      .set(noFactor)
      .where(and(eq(user.id, known.id), eq(user.passwordHash, known.passwordHash)))
      .returning({ id: user.id })
    if (ended.length === 0) throw fail('password.wrong', { field: 'password' })
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, known.id))
    await notifyChange({ db: tx, clock: installation.clock }, { person: known, what: 'factor off' })
  })
}

/**
 * Turns it off without proof, for a person who has lost it, which ends every session. Only the operator may: the operator
 * can read the database anyway. Throws `factor.is-off`.
 */
export async function endLostFactor({ db, clock }: Installation, known: User): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(user)
      .set({ ...noFactor, sessionsFrom: clock.now() })
      .where(and(eq(user.id, known.id), isNotNull(user.totpSince)))
      .returning({ id: user.id })
    if (ended.length === 0) throw fail('factor.is-off')
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, known.id))
    await notifyChange({ db: tx, clock }, { person: known, what: 'factor off' })
  })
}

/** Checks password and code, throttled like signing in, so that nobody can guess them in a browser left open. */
async function prove(
  installation: Installation,
  { known, password, code }: { known: User } & Proof,
): Promise<void> {
  if (known.totpSince === null) throw fail('factor.is-off')
  await claimProof(installation, { email: known.email, proof: 'password and code' })
  await requirePassword(known, password, 'password')
  if (!(await consumeCode(installation, { known, code }))) throw fail('factor.code-wrong')
  await forgiveProof(installation, { email: known.email, proof: 'password and code' })
}

async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId))
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ userId, hash: hashRecoveryCode(userId, code) })))
  return codes
}

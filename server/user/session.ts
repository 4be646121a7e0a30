import { and, asc, eq, lte, notExists } from 'drizzle-orm'
import type { Database, Queryable } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import type { Merchant } from '@/db/schema'
import { endedSession, membership, merchant, user } from '@/db/schema'
import { type Clock, hours, later } from '../core/clock'
import { type Context, contextOf } from '../core/context'
import { isMerchantId } from '../core/id'
import type { Installation, Runtime } from '../core/runtime'
import { fail } from '../model/errors'
import { email as emailAddress } from '../model/fields'
import type { Role } from '../model/roles'

/** How long a session lasts after signing in. */
export const sessionLife = hours(12)

/** What the browser of a signed-in user sends: who signed in, and when. */
export interface UserSession {
  userId: string
  began: Date
  /** Identifies the session, so that it can be ended. */
  id: string
}

export type User = typeof user.$inferSelect

/** The columns of the second factor of a user who has none. */
export const noFactor = { totpSecret: null, totpSince: null, totpStep: null }

/**
 * Returns the user of a session; undefined once it has ended, the user has signed out everywhere, or does not exist.
 */
export async function findUser(
  { db, clock }: Installation,
  session: UserSession | undefined,
): Promise<User | undefined> {
  if (!session) return undefined
  const [found] = await db
    .select()
    .from(user)
    .where(and(eq(user.id, session.userId), isNotEnded(db, session)))
  return found && isValid(found, session, clock) ? found : undefined
}

/** Returns the user with an e-mail address in lower case. Accepts any text. */
export async function findByEmail(
  { db }: Pick<Installation, 'db'>,
  email: string,
): Promise<User | undefined> {
  // An invalid address cannot be a user's, and may contain what PostgreSQL does not accept as text.
  if (!emailAddress().safeParse(email).success) return undefined
  const [found] = await db.select().from(user).where(eq(user.email, email))
  return found
}

/** Returns the user of a session. Throws `session.ended`. */
export async function requireUser(
  installation: Installation,
  session: UserSession | undefined,
): Promise<User> {
  const found = await findUser(installation, session)
  if (!found) throw fail('session.ended')
  return found
}

/** A merchant, and the user's role there. */
export interface Membership {
  merchant: Merchant
  role: Role
}

/**
 * Returns the context in which a user works for a merchant. Looked up at every request, so that removing a member or
 * changing a role takes effect everywhere immediately. Throws `session.ended` without a valid session, and `not-found`
 * for a merchant that does not exist or that the user is not a member of.
 */
export async function memberContext(
  runtime: Runtime,
  { session, merchantId }: { session: UserSession | undefined; merchantId: string | undefined },
): Promise<Context & { actor: { kind: 'user'; userId: string; role: Role } }> {
  const { db, clock } = runtime
  if (!session) throw fail('session.ended')
  const id = merchantId !== undefined && isMerchantId(merchantId) ? merchantId : ''
  const [found] = await db
    .select({ user, merchant, role: membership.role })
    .from(user)
    .leftJoin(membership, and(eq(membership.userId, user.id), eq(membership.merchantId, id)))
    .leftJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(and(eq(user.id, session.userId), isNotEnded(db, session)))
  if (!found || !isValid(found.user, session, clock)) throw fail('session.ended')
  if (!found.merchant || !found.role) throw fail('not-found', { what: 'merchant' })
  const actor = { kind: 'user' as const, userId: found.user.id, role: found.role }
  return { ...contextOf(runtime, found.merchant), actor }
}

/** Returns the merchants that a user is a member of, in the order in which they joined. */
export const membershipsOf = (db: Queryable, userId: string): Promise<Membership[]> =>
  db
    .select({ merchant, role: membership.role })
    .from(membership)
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(eq(membership.userId, userId))
    .orderBy(asc(membership.created), asc(merchant.id))

/** Selects sessions that were not signed out. */
const isNotEnded = (db: Database, { id, userId }: UserSession) =>
  notExists(
    db
      .select()
      .from(endedSession)
      .where(and(eq(endedSession.userId, userId), eq(endedSession.id, id))),
  )

/** Ends one session permanently, so that a copy of its cookie is worthless. */
export async function endSession({ db, clock }: Installation, { userId, id }: UserSession): Promise<void> {
  await db.insert(endedSession).values({ userId, id, ended: clock.now() }).onConflictDoNothing()
}

/** Deletes ended sessions that would have expired by now. */
export const deleteEndedSessions = async ({ db, clock }: Installation): Promise<void> => {
  await deleteInBatches(db, endedSession, lte(endedSession.ended, later(clock.now(), -sessionLife)))
}

const isValid = (known: User, session: UserSession, clock: Clock): boolean =>
  later(session.began, sessionLife) > clock.now() &&
  (known.sessionsFrom === null || session.began >= known.sessionsFrom || isKept(known, session))

/** Whether a session is the one that was left when all others of its user ended. */
const isKept = ({ sessionsFrom, keptSession, keptAt }: User, { id }: UserSession): boolean =>
  id === keptSession && keptAt?.getTime() === sessionsFrom?.getTime()

/** Ends all sessions of a user except one. */
export const endOtherSessions = ({ id }: UserSession, now: Date) => ({
  sessionsFrom: now,
  keptSession: id,
  keptAt: now,
})

import { membership, user } from '@/db/schema'
import { newId } from '@/server/core/id'
import type { Runtime } from '@/server/core/runtime'
import type { Role } from '@/server/model/roles'
import { callerOf } from '@/server/trpc/router'
import type { UserSession } from '@/server/user/session'
import { passwordHash } from './password'

/** Creates a user who has just signed in. */
export async function newUser({ db, clock }: Runtime): Promise<UserSession & { email: string }> {
  const userId = newId()
  const email = `${userId.toLowerCase()}@example.com`
  const now = clock.now()
  await db.insert(user).values({ id: userId, email, passwordHash: await passwordHash(), created: now })
  return { userId, email, began: now, id: newId() }
}

/** Creates a user who is a member of a merchant. */
export async function newMember(runtime: Runtime, merchantId: string, role: Role) {
  const created = await newUser(runtime)
  await runtime.db
    .insert(membership)
    .values({ merchantId, userId: created.userId, role, created: runtime.clock.now() })
  return created
}

/** Returns a caller of procedures, as from a merchant's page in a browser with that session. */
export const dashboard = (runtime: Runtime, session: UserSession | undefined, merchantId?: string) =>
  callerOf({ runtime, session, merchantId, requestId: 'test' })

/** The same, of a new member of the merchant. */
export const dashboardAs = async (runtime: Runtime, merchantId: string, role: Role) =>
  dashboard(runtime, await newMember(runtime, merchantId, role), merchantId)

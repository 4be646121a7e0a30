import type * as z from 'zod'
import type { Database } from '@/db/client'
import { type Merchant, user } from '@/db/schema'
import { exclusiveTransaction } from '@/db/turns'
import { recordAction } from '../audit/record-action'
import { contextOf, inTransaction } from '../core/context'
import { isLoopback } from '../core/has-outbox'
import type { Installation, Runtime } from '../core/runtime'
import { userOrigin } from '../core/user-origin'
import {
  createMerchant,
  createMerchantFor,
  MerchantCreatable,
  type NewMerchant,
} from '../merchant/create-merchant'
import { fail } from '../model/errors'
import { membershipsOf, type User } from '../user/session'

/** What a signed-in user gives to create a merchant. */
export const AnotherMerchant = MerchantCreatable.omit({ email: true, password: true })

let known = false

/** Whether any user exists. Once true it stays true, because users are never deleted. */
export async function hasUsers(db: Database): Promise<boolean> {
  if (!known) known = (await db.select({ id: user.id }).from(user).limit(1)).length > 0
  return known
}

/**
 * Whether a request came by a host name of this installation. The first visitor sets up Kassa, and a web page must not
 * become that by pointing its own host name at this machine (DNS rebinding).
 */
export const isOwnName = (host: string | null, baseUrl: string): boolean =>
  host !== null && (isLoopback(host) || host.replace(/:\d+$/, '').toLowerCase() === new URL(baseUrl).hostname)

/** Throws `setup.other-host` for a request by any other name. */
export function requireOwnName(host: string | null, baseUrl: string): void {
  if (!isOwnName(host, baseUrl)) {
    throw fail('setup.other-host', { baseUrl })
  }
}

/**
 * Creates the first owner and the first merchant of an empty installation. Throws `setup.done` once it has a user: of
 * several simultaneous requests, only the first succeeds.
 */
export function startKassa(
  { db, clock }: Installation,
  input: z.output<typeof MerchantCreatable>,
): Promise<NewMerchant> {
  return exclusiveTransaction(db, 'first run', async (tx) => {
    const somebody = await tx.select({ id: user.id }).from(user).limit(1)
    if (somebody.length > 0) throw fail('setup.done')
    return createMerchant({ db: tx, clock }, input)
  })
}

/**
 * Creates another merchant, owned by the signed-in user. `attempt` names the press of the button: if it is sent twice,
 * one merchant is created and returned both times. Throws `merchant.only-by-owner` for a user who owns no merchant, and
 * `not-found` if its creator has been removed from it since.
 */
export async function createAnotherMerchant(
  runtime: Runtime,
  { owner, attempt, ...input }: { owner: User; attempt: string } & z.output<typeof AnotherMerchant>,
): Promise<NewMerchant & { row: Merchant }> {
  const { db, clock } = runtime
  const memberships = await membershipsOf(db, owner.id)
  if (!memberships.some(({ role }) => role === 'owner')) {
    throw fail('merchant.only-by-owner')
  }
  const origin = userOrigin(owner.id, 'merchant', attempt)
  const created = await inTransaction({ db, clock }, (inside) =>
    createMerchantFor(inside, { owner, origin, ...input }),
  )
  const of = await membershipsOf(db, owner.id)
  const row = of.find(({ merchant }) => merchant.id === created.merchant)?.merchant
  // A repeated request, after its sender was removed from the merchant.
  if (!row) throw fail('not-found', { what: 'merchant' })
  const actor = { kind: 'user' as const, userId: owner.id, role: 'owner' as const }
  const action = { action: 'settings.create', subject: 'merchant', subjectId: row.id, after: input, attempt }
  await recordAction({ ...contextOf(runtime, row), actor }, action)
  return { ...created, row }
}

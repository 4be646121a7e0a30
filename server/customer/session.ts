import type { Merchant } from '@/db/schema'
import { type Context, contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { findKeyOwner } from '../key/authenticate'
import { revokeKey } from '../key/revoke-key'

/**
 * The session that the account key in a browser opens. For a key that is no longer valid, the merchant it belonged
 * to.
 */
export type Session =
  | { state: 'open'; context: Context; keyId: string; accountId: string }
  | { state: 'ended'; merchant: Merchant }

/** Returns undefined for a key that is missing or unknown, or is not an account key. */
export async function findSession(
  runtime: Runtime,
  { key, source }: { key: string | undefined; source?: string | undefined },
): Promise<Session | undefined> {
  const owner = key ? await findKeyOwner(runtime, key) : undefined
  if (owner?.actor.kind !== 'account') return undefined
  const { merchant, actor, isValid } = owner
  if (!isValid) return { state: 'ended', merchant }
  const context = { ...contextOf(runtime, merchant), actor, ...(source !== undefined && { source }) }
  return { state: 'open', context, keyId: actor.keyId, accountId: actor.accountId }
}

/** Signs out: the key opens nothing from now on. */
export const endSession = ({ context, keyId }: Extract<Session, { state: 'open' }>): Promise<void> =>
  revokeKey(context, keyId)

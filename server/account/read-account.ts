import type { Context } from '../core/context'
import { type AccountRecord, methodsOf, requireAccount } from '../store/accounts'
import { subscriptionsOf } from '../store/subscriptions'

/** Returns an account with its methods and subscriptions. Throws `not-found`. */
export async function readAccount(context: Context, id: string): Promise<AccountRecord> {
  const row = await requireAccount(context, id)
  const [methods, subscriptions] = await Promise.all([methodsOf(context, id), subscriptionsOf(context, id)])
  return { ...row, methods, subscriptions }
}

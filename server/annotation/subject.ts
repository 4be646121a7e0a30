import { z } from 'zod'
import type { Scope } from '../core/context'
import { requireAccount } from '../store/accounts'
import { requireOrder } from '../store/orders'

/** What the team writes notes about and puts tags on. */
export const Subject = z.strictObject({ subject: z.enum(['account', 'order']), id: z.string().max(500) })
export type Subject = z.infer<typeof Subject>

/** Returns the tags of an account or order. Throws `not-found`. */
export async function requireSubject(scope: Scope, { subject, id }: Subject): Promise<readonly string[]> {
  const { tags } = await (subject === 'order' ? requireOrder(scope, id) : requireAccount(scope, id))
  return tags ?? []
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import type { OrderRow } from './orders'

/** The authorisations at a card service, by their references there. */
export interface Authorisations {
  service: string
  references: readonly string[]
}

/** The condition for orders with one of the authorisations. */
export const hasAuthorisation = (
  { merchant }: Scope,
  { service, references }: Authorisations,
): SQL | undefined =>
  and(
    eq(order.merchantId, merchant.id),
    isOneOf(order.serviceReference, references),
    eq(order.service, service),
    // The index has no orders of the simulated acquirer. PostgreSQL uses it only if the statement says the same.
    service === 'test' ? undefined : sql`${order.service} <> 'test'`,
  )

/** Finds the orders of payments that a card service names. */
export async function ordersByAuthorisation(
  scope: Scope,
  authorisations: Authorisations,
): Promise<Map<string, OrderRow>> {
  if (authorisations.references.length === 0) return new Map()
  const rows = await scope.db.select().from(order).where(hasAuthorisation(scope, authorisations))
  return new Map(rows.map((row) => [row.serviceReference ?? '', row]))
}

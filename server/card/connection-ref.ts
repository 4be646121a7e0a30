import { and, eq } from 'drizzle-orm'
import { cardConnection } from '@/db/schema'

/** A merchant's connection to a card service. */
export interface ConnectionRef {
  merchantId: string
  service: string
}

/** Selects a connection. */
export const isConnection = ({ merchantId, service }: ConnectionRef) =>
  and(eq(cardConnection.merchantId, merchantId), eq(cardConnection.service, service))

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { document, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import type { Day } from '../model/calendar'
import type { AccountingVat } from '../model/document/accounting-vat'
import type { DocumentContent, Party } from '../model/document/content'

export type DocumentRow = typeof document.$inferSelect

/** What a document reverses because that failed later; null for most documents. */
export type Reversed = 'charge' | 'refund' | null

/** By the event that it documents, because old documents do not state it. */
export const reverses = sql<Reversed>`(
  select event.original from ${orderEvent} event where event.merchant_id = document.merchant_id
    and event.order_id = document.order_id and event.sequence = document.sequence and event.type = 'fail')`

/** What later documents of an order take from an earlier one. */
export interface EarlierDocument {
  id: string
  orderId: string
  sequence: number
  number: string | null
  issuedOn: string | null
  totals: DocumentContent['totals']
  buyer: Party
  supplied: Day
  accountingVat: AccountingVat | null
}

const earlier = {
  id: document.id,
  orderId: document.orderId,
  sequence: document.sequence,
  number: document.number,
  issuedOn: document.issuedOn,
  totals: sql<DocumentContent['totals']>`${document.content} -> 'totals'`,
  buyer: sql<Party>`${document.content} -> 'buyer'`,
  supplied: sql<Day>`${document.content} ->> 'supplied'`,
  accountingVat: sql<AccountingVat | null>`${document.content} -> 'accountingVat'`,
}

/** Returns what is documented of orders, oldest first. */
export const documentsOfOrders = (
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<EarlierDocument[]> =>
  db
    .select(earlier)
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), isOneOf(document.orderId, orderIds)))
    .orderBy(asc(document.orderId), asc(document.sequence))

/** Returns documents that others correct, by their ids. */
export const documentsById = async (
  { db, merchant }: Scope,
  ids: readonly string[],
): Promise<EarlierDocument[]> =>
  ids.length === 0
    ? []
    : db
        .select(earlier)
        .from(document)
        .where(and(eq(document.merchantId, merchant.id), isOneOf(document.id, ids)))

/** Returns the oldest documents that wait to be issued, at most `count`. */
export const oldestWaiting = ({ db, merchant }: Scope, count: number): Promise<DocumentRow[]> =>
  db
    .select()
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), isNull(document.number)))
    .orderBy(asc(document.moved), asc(document.orderId), asc(document.sequence))
    .limit(count)

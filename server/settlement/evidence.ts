import { and, asc, eq, sql } from 'drizzle-orm'
import { type deliveries, mail } from '@/db/schema'
import { listDeliveries } from '../callback/list-deliveries'
import type { Context } from '../core/context'
import { callbackState } from '../model/callback-state'
import type { MailTemplate } from '../model/mail'
import { type AccountRow, requireAccount } from '../store/accounts'
import { type Approval, approvalsOf } from '../store/approvals'
import type { OrderRecord } from '../store/orders'
import { requireOrder } from '../store/read-orders'
import { type DisputeRow, disputesOf } from './disputes'

/** How many e-mails and callbacks evidence lists. */
const max = 100

/** A mail about the order, that was sent to the payer. */
interface SentMail {
  date: Date
  to: string
  template: MailTemplate
  /** What the mail service has reported; `sent` if it has reported nothing. */
  state: 'sent' | (typeof deliveries)[number]
}

/** Everything that Kassa knows that can help prove to a bank that a payment was legitimate. */
export interface Evidence {
  order: OrderRecord
  disputes: DisputeRow[]
  account: AccountRow | undefined
  approvals: Approval[]
  mails: SentMail[]
  callbacks: { date: Date; type: string; url: string; status: string }[]
}

/** Collects the evidence about an order. Throws `not-found`. */
export async function readEvidence(context: Context, orderId: string): Promise<Evidence> {
  const order = await requireOrder(context, orderId)
  const [disputes, account, approvals, mails, { rows }] = await Promise.all([
    disputesOf(context, order.id),
    order.accountId === null ? undefined : requireAccount(context, order.accountId),
    approvalsOf(context, order.id),
    mailsOf(context, order.id, order.accountId),
    listDeliveries(context, { order: order.id, limit: max }),
  ])
  const callbacks = rows
    .toReversed()
    .map((row) => ({ date: row.created, type: row.type, url: row.url, status: callbackState(row) }))
  return { order, disputes, account, approvals, mails, callbacks }
}

async function mailsOf(
  { db, merchant }: Context,
  orderId: string,
  accountId: string | null,
): Promise<SentMail[]> {
  if (accountId === null) return []
  const rows = await db
    .select({ date: mail.created, to: mail.to, template: mail.template, delivery: mail.delivery })
    .from(mail)
    .where(
      and(
        eq(mail.merchantId, merchant.id),
        eq(mail.accountId, accountId),
        eq(mail.status, 'sent'),
        sql`${mail.data} ->> 'order' = ${orderId}`,
      ),
    )
    .orderBy(asc(mail.created))
    .limit(max)
  return rows.map(({ delivery, ...row }) => ({ ...row, state: delivery ?? 'sent' }))
}

import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mail } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { afterPosition, type Page, pageOf } from '../core/page'
import { fail } from '../model/errors'
import { type MailTemplate, toPeople } from '../model/mail'
import { type MailRow, type RenderedMail, render } from './render'

export const MailQuery = z.strictObject({
  account: z.string().max(100).optional(),
  order: z.string().max(100).optional(),
  after: z.string().max(300).optional(),
})
type MailQuery = z.infer<typeof MailQuery>

/** What the log shows of a mail. */
const shown = {
  id: mail.id,
  accountId: mail.accountId,
  orderId: mail.orderId,
  template: mail.template,
  to: mail.to,
  created: mail.created,
  sent: mail.sent,
  status: mail.status,
  delivery: mail.delivery,
  deliveryReported: mail.deliveryReported,
  error: mail.error,
}
type LoggedMail = Pick<MailRow, keyof typeof shown>

/** Mail with a key that logs in or changes an address. The key is wiped once the mail is sent. */
const withKey: MailTemplate[] = ['login-link', 'email-confirm']

/** Whether a mail can be sent again. */
export const isResendable = ({ template }: Pick<MailRow, 'template'>): boolean => !withKey.includes(template)

const isOfCustomers = notInArray(mail.template, [...toPeople] as MailTemplate[])

/** Returns the mail sent to an account or about an order, newest first. */
export async function listMails(
  { db, merchant }: Scope,
  { account, order, after, limit }: MailQuery & { limit: number },
): Promise<Page<LoggedMail>> {
  const rows = await db
    .select(shown)
    .from(mail)
    .where(
      and(
        eq(mail.merchantId, merchant.id),
        isOfCustomers,
        account === undefined ? undefined : eq(mail.accountId, account),
        order === undefined ? undefined : eq(mail.orderId, order),
        afterPosition(after, mail.created, mail.id),
      ),
    )
    .orderBy(desc(mail.created), desc(mail.id))
    .limit(limit + 1)
  return pageOf(rows, limit)
}

/** A mail as its reader saw it. Its secret, such as a login link, is never shown: only its reader may have it. */
export async function readMail(
  context: Context,
  id: string,
): Promise<{ row: LoggedMail; rendered: RenderedMail; isResendable: boolean }> {
  const { sealed: _, ...unsealed } = await requireMail(context, id)
  const rendered = await render({ ...unsealed, sealed: null }, context.merchant, context)
  const { data: __, ...row } = unsealed
  return { row, rendered, isResendable: isResendable(row) }
}

const isCaptured = ({ merchant }: Scope) =>
  and(
    eq(mail.merchantId, merchant.id),
    eq(mail.status, 'captured'),
    isOfCustomers,
    notInArray(mail.template, withKey),
  )

/** Returns how many mails were stored because no mail service was configured, and can be sent now. */
export const countCaptured = (scope: Scope): Promise<number> => scope.db.$count(mail, isCaptured(scope))

/** Sends the stored mails, oldest first. Login links are left out: they have expired. Returns how many there are. */
export async function sendCaptured(context: Context): Promise<number> {
  const rows = await context.db
    .update(mail)
    .set({ status: 'waiting', nextAttempt: sql`now()` })
    .where(isCaptured(context))
    .returning({ id: mail.id })
  return rows.length
}

/** Returns a mail to a customer. Throws `not-found`. */
export async function requireMail({ db, merchant }: Scope, id: string): Promise<MailRow> {
  // Anyone can edit the address of a mail's page.
  if (!z.uuid().safeParse(id).success) throw fail('not-found', { what: 'mail' })
  const [row] = await db
    .select()
    .from(mail)
    .where(and(eq(mail.merchantId, merchant.id), eq(mail.id, id), isOfCustomers))
  if (!row) throw fail('not-found', { what: 'mail' })
  return row
}

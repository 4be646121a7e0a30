import { and, desc, eq, gt, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { mail } from '@/db/schema'
import type { Context, MerchantScope, Scope } from '../core/context'
import { onDays } from '../core/day-range'
import { isOneOf } from '../core/one-of'
import { afterPosition, type Page, pageOf } from '../core/page'
import { columnsOf, partOfWalk, walked } from '../core/walk'
import { fail } from '../model/errors'
import { date, email } from '../model/fields'
import { isResendable, type MailTemplate, outdatedReason, toPeople, withKey } from '../model/mail'
import { type MailRow, type RenderedMail, render } from './render'
import { isStillTrue } from './still-true'

const mailStates = ['failed', 'complained', 'waiting', 'sent', 'captured'] as const

export const MailQuery = z.strictObject({
  account: z.string().max(100).optional(),
  order: z.string().max(100).optional(),
  state: z.enum(mailStates).optional(),
  template: z.string().max(100).optional(),
  /** The complete address of the recipient. */
  to: email().optional(),
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  after: z.string().max(300).optional(),
})
type MailQuery = Omit<z.infer<typeof MailQuery>, 'order'> & {
  order?: string | readonly string[] | undefined
}

const { id, accountId, orderId, template, to, created, sent, status, delivery, deliveryReported, error } =
  columnsOf(mail)

/** What the log shows of a mail. */
const shown = {
  ...{ id, accountId, orderId, template, to, created, sent, status },
  ...{ delivery, deliveryReported, error },
}
type LoggedMail = Pick<MailRow, keyof typeof shown>

const isOfCustomers = notInArray(mail.template, [...toPeople] as MailTemplate[])

/** Returns the mail to customers, newest first. */
export async function listMails(
  { db, merchant }: MerchantScope,
  { account, order, state, template, to, after, limit, ...days }: MailQuery & { limit: number },
): Promise<Page<LoggedMail>> {
  const hasProblem = state === 'failed' || state === 'complained'
  const walk = {
    table: mail,
    indexed: and(
      eq(mail.merchantId, merchant.id),
      account === undefined ? undefined : eq(mail.accountId, account),
      order === undefined ? undefined : isOneOf(mail.orderId, [order].flat()),
      hasProblem ? isProblem : undefined,
      onDays(mail.created, days, merchant.timeZone),
      afterPosition(after, mail.created, mail.id),
    ),
    filter: and(
      isOfCustomers,
      state && conditions[state],
      template === undefined ? undefined : sql`${mail.template} = ${template}`,
      to === undefined ? undefined : sql`lower(${mail.to}) = ${to.toLowerCase()}`,
    ),
    order: sql`${desc(mail.created)}, ${desc(mail.id)}`,
  }
  const rows = await db
    .select(shown)
    .from(sql`(${walked(walk, limit + 1)}) ${mail}`)
    .orderBy(walk.order)
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(db, walk, rows)
}

/** Written into the statement, to match the index. */
const isProblem = sql`(${mail.status} = 'failed' or ${mail.delivery} in ('bounced', 'complained'))`

const conditions: Record<(typeof mailStates)[number], SQL | undefined> = {
  failed: or(eq(mail.status, 'failed'), eq(mail.delivery, 'bounced')),
  complained: eq(mail.delivery, 'complained'),
  waiting: eq(mail.status, 'waiting'),
  sent: and(
    eq(mail.status, 'sent'),
    or(isNull(mail.delivery), inArray(mail.delivery, ['delivered', 'delayed'])),
  ),
  captured: eq(mail.status, 'captured'),
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

/** How many stored e-mails are sent at a time: few enough for one short transaction. */
const maxSent = 10_000

/** Written into the statement, to match the index. */
const isCaptured = sql`${mail.status} = 'captured'`

/** The oldest e-mails that were stored because no mail service was configured, and can be sent now. */
const oldestCaptured = ({ db, merchant }: Scope, limit: number) =>
  db
    .select({ id: mail.id })
    .from(mail)
    .where(
      and(
        eq(mail.merchantId, merchant.id),
        isCaptured,
        isOfCustomers,
        notInArray(mail.template, [...withKey]),
        isStillTrue,
        sql`${mail.error} is distinct from ${outdatedReason}`,
      ),
    )
    .orderBy(mail.created, mail.id)
    .limit(limit)

/** Returns how many stored e-mails can be sent now, up to 10,000, and whether there are more. */
export async function countCaptured(
  scope: Scope,
  limit = maxSent,
): Promise<{ count: number; isMore: boolean }> {
  const found = await scope.db.$count(oldestCaptured(scope, limit + 1).as('captured'))
  return { count: Math.min(found, limit), isMore: found > limit }
}

/** Made within three minutes. A mail with more attempts waits for longer than a brief fault takes. */
const attemptsInBriefFault = 3

/** Whether mail to customers is stuck: the mail service has not accepted one for minutes. */
export async function isMailStuck({ db, merchant }: Scope): Promise<boolean> {
  const [stuck] = await db
    .select({ id: mail.id })
    .from(mail)
    .where(
      and(
        eq(mail.merchantId, merchant.id),
        eq(mail.status, 'waiting'),
        gt(mail.attempts, attemptsInBriefFault),
        isNotNull(mail.error),
        isOfCustomers,
      ),
    )
    .limit(1)
  return stuck !== undefined
}

/**
 * Sends the stored e-mails, the oldest first: up to 10,000. Returns how many. Left out are login links, which have
 * expired, and mail about failed payments of orders that have been paid or cancelled since.
 */
export async function sendCaptured(scope: Scope, limit = maxSent): Promise<number> {
  const { count } = await scope.db
    .update(mail)
    .set({ status: 'waiting', error: null, nextAttempt: sql`now()` })
    .where(
      and(
        eq(mail.merchantId, scope.merchant.id),
        inArray(mail.id, oldestCaptured(scope, limit)),
        // Checked again once the row is locked: another request may have sent it.
        isCaptured,
      ),
    )
  return count
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

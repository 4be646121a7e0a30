import { and, eq } from 'drizzle-orm'
import { account, mail, order } from '@/db/schema'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { seal } from '../core/crypto'
import { newReference } from '../core/id'
import { requireMail } from '../mail/mail-log'
import type { MailRow } from '../mail/render'
import { secretOf } from '../mail/write-mails'
import { fail } from '../model/errors'
import { aboutFailedPayment, isResendable, type MailData } from '../model/mail'
import { accountsToContinue } from '../store/subscriptions'
import { insertPaymentLinks, type NewPaymentLink, newPaymentLink } from './payment-link'

type Renewed = Pick<MailRow, 'template' | 'data'> & { link?: NewPaymentLink }

/**
 * Resends a mail to the account's current address, or, if it says that this was changed, to the earlier one. Mail about
 * a failed payment gets a new link and the day of the next attempt. Returns the address. The same attempt sends one
 * mail, however often it is repeated. Throws `mail.has-secret` for a login link, `mail.order-paid`, and
 * `link.no-address` for a payment mail if the account has no address any more.
 */
export function resendMail(
  context: Context,
  { id, attempt }: { id: string; attempt: string },
): Promise<string> {
  return inTransaction(context, async (inside) => {
    const { db, merchant, clock } = inside
    const once = `resend:${id}:${attempt}`
    const [known] = await db
      .select({ to: mail.to })
      .from(mail)
      .where(and(eq(mail.merchantId, merchant.id), eq(mail.once, once)))
    if (known) return known.to
    const row = await requireMail(inside, id)
    if (!isResendable(row)) throw fail('mail.has-secret')
    const { accountId, orderId, language } = row
    const [found] = await db
      .select({ customer: account.customer })
      .from(account)
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, accountId)))
    const email = found?.customer?.email
    // The new address was not removed.
    const to = row.template === 'email-changed' ? row.to : (email ?? row.to)
    const named = { merchantId: merchant.id, id: newReference() }
    const { link, ...content } = await renewed(inside, row, email)
    const written = await db
      .insert(mail)
      .values({
        ...named,
        ...content,
        ...{ accountId, orderId, language, to, once },
        sealed: link === undefined ? null : seal(link.url, secretOf(named)),
        status: 'waiting',
        created: clock.now(),
      })
      // The same attempt, running at the same time.
      .onConflictDoNothing()
      .returning({ id: mail.id })
    if (link && written.length > 0) await insertPaymentLinks(inside, [link])
    return to
  })
}

async function renewed(
  context: InTransaction,
  { template, data, accountId, orderId }: MailRow,
  contact: string | undefined,
): Promise<Renewed> {
  if (!aboutFailedPayment.includes(template) || orderId === null) return { template, data }
  const { db, merchant } = context
  const [found] = await db
    .select({ pending: order.pending, denied: order.denied, retryOn: order.retryOn })
    .from(order)
    .where(and(eq(order.merchantId, merchant.id), eq(order.id, orderId)))
  if (!found || found.pending + found.denied === 0n) throw fail('mail.order-paid')
  // A link works only for the customer's address.
  if (contact === undefined) throw fail('link.no-address')
  const link = newPaymentLink(context, { orderId, contact })
  const failure = { ...(data as MailData['payment-given-up']), expires: link.expires.toISOString() }
  if (found.retryOn === null) {
    const paused = (await accountsToContinue(context, [accountId])).has(accountId)
    return { template: 'payment-given-up', data: { ...failure, paused }, link }
  }
  const again = template === 'payment-given-up' ? 'payment-failed' : template
  return { template: again, data: { ...failure, nextTry: found.retryOn }, link }
}

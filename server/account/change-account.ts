import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { account } from '@/db/schema'
import { realClock, secondsUntil } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import { endSessions } from '../key/customer-sessions'
import { claimRemovalMail, mailsAnHour } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import type { Customer } from '../model/account'
import { fail } from '../model/errors'
import type { Language } from '../model/language'
import { type AccountRow, accountTransaction, isAddressOf, recipientIn } from '../store/accounts'
import { confirms } from '../store/confirm-account'
import { withdrawEmailChange } from './withdraw-email-change'

interface AccountChange {
  id: string
  /** Replaces the whole customer. */
  customer?: Customer
  /** The customer that the new one is based on. */
  expected?: object | null | undefined
  /** Null leaves the language to the customer. */
  language?: Language | null | undefined
}

/**
 * Changes an account. Another address replaces one that waits to be confirmed. If someone other than the customer changes
 * it, sessions opened through links to the old address end: it may be a stranger's. If the holder of an account key does,
 * the old address is notified, and a key from a login link cannot: the new address would not be confirmed. Throws
 * `not-found`; `customer.changed` if the customer is not the expected one; `customer.email-unconfirmed` and
 * `customer.email-too-often`.
 */
export async function changeAccount(
  context: Context,
  { id, customer, expected, language }: AccountChange,
): Promise<void> {
  const change = { ...(customer && { customer }), ...(language !== undefined && { language }) }
  await accountTransaction(context, id, async (inside, row) => {
    const { db, merchant, actor } = inside
    // A request that is repeated after a lost response finds the customer that it saved itself.
    const isKnown = [expected, customer].some((each) => isDeepStrictEqual(row.customer, each))
    if (expected !== undefined && !isKnown) throw fail('customer.changed')
    const before = row.customer?.email
    const isNew = customer !== undefined && customer.email !== before
    const isOther = isNew && before !== undefined && !isAddressOf({ customer }, before)
    const isLogin = actor.kind === 'account' && actor.isSession
    if (isLogin && isNew && (before === undefined || isOther)) throw fail('customer.email-unconfirmed')
    const set = { confirmed: row.confirmed || confirms(actor), ...change }
    await db
      .update(account)
      .set(set)
      .where(and(eq(account.merchantId, merchant.id), eq(account.id, id)))
    if (isNew) await withdrawEmailChange(inside, id)
    if (!isOther) return
    if (actor.kind === 'account') await notifyRemoved(inside, row)
    else await endSessions(inside, id)
  })
}

/**
 * Notifies the address that an account had. Refuses the change after too many such notices. The name is left out: with the
 * address, the holder of the key can have chosen it too.
 */
async function notifyRemoved(inside: InTransaction, before: AccountRow): Promise<void> {
  const recipient = recipientIn({ ...before, customer: { email: before.customer?.email } })
  if (!recipient) return
  const claim = await claimRemovalMail(inside, recipient)
  if ('again' in claim) {
    const waitSeconds = secondsUntil(claim.again, realClock(inside).now())
    throw fail('customer.email-too-often', { max: mailsAnHour, waitSeconds })
  }
  const data = { date: inside.clock.now().toISOString(), removed: true } as const
  await writeMails(inside, [{ ...recipient, template: 'email-changed', data }])
}

/** Replaces the whole customer of an account. Throws `not-found`. */
export async function replaceCustomer(
  context: Context,
  { id, customer }: { id: string; customer: Customer },
): Promise<Customer> {
  await changeAccount(context, { id, customer })
  return customer
}

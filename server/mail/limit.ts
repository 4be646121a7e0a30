import { hours, realClock } from '../core/clock'
import type { TimedScope } from '../core/context'
import { type AttemptClaim, type AttemptPurpose, claimAttempt } from '../rate-limit/rate-limit'

/**
 * How many e-mails of each kind are sent in an hour: to an e-mail address, over all of the merchant's accounts, or
 * about an order or a subscription. The person who triggers them may not own the address.
 */
export const mailsAnHour = 5

/**
 * Login links have a count of their own. Otherwise, a stranger who enters somebody's address elsewhere could keep its
 * owner from signing in. Invitations are counted when they are resent, too: anyone who withdraws and resends them
 * could flood an address.
 */
type CountedMail = 'login mail' | 'mail by strangers' | 'invitation'

/** Counts a mail to an address, unless the address has reached its hourly limit. */
export const claimMail = (context: TimedScope, to: string, purpose: CountedMail): Promise<AttemptClaim> =>
  claim(context, { purpose, to, max: mailsAnHour })

/** Counts a login link that the merchant itself sends. It is never refused. */
export const countLoginMail = (context: TimedScope, to: string): Promise<AttemptClaim> =>
  claim(context, { purpose: 'login mail', to, max: Number.MAX_SAFE_INTEGER })

const claim = (
  context: TimedScope,
  { purpose, to, max }: { purpose: AttemptPurpose; to: string; max: number },
) => claimFor(context, { purpose, who: to.normalize('NFKC').toLowerCase(), max })

/**
 * Counts a notice to an address that an account key replaces, unless the account or the address has reached its hourly
 * limit. The account is limited because anyone who has its key chooses the addresses. These notices have a count of
 * their own, because an address is replaced only if it can be notified.
 */
export async function claimRemovalMail(
  context: TimedScope,
  { accountId, to }: { accountId: string; to: string },
): Promise<AttemptClaim> {
  const purpose = 'mail about a removed address'
  const ofAccount = await claimFor(context, { purpose, who: accountId, max: mailsAnHour })
  return 'again' in ofAccount ? ofAccount : claim(context, { purpose, to, max: mailsAnHour })
}

/**
 * Counts a mail that confirms the end of a subscription, unless there were five in an hour. Its customer can end it and
 * undo that any number of times, and with an account key the mail goes to any address. Each subscription has its own
 * count, because anyone who ends several must get a confirmation of each. Its id is unique only within its account.
 */
export const claimEndMail = (
  context: TimedScope,
  { accountId, id }: { accountId: string; id: string },
): Promise<AttemptClaim> =>
  claimFor(context, { purpose: 'mail about an end', who: `${accountId} ${id}`, max: mailsAnHour })

/** Counts a mail that a subscription continues after all, in the same way. */
export const claimContinueMail = (
  context: TimedScope,
  { accountId, id }: { accountId: string; id: string },
): Promise<AttemptClaim> =>
  claimFor(context, { purpose: 'mail about an end undone', who: `${accountId} ${id}`, max: mailsAnHour })

/**
 * Counts a mail about a decline that a customer, or a stranger with a public key, has caused. Each order has its own
 * count: only its own mail has a link to pay it.
 */
export const claimDeclineMail = (context: TimedScope, orderId: string): Promise<AttemptClaim> =>
  claimFor(context, { purpose: 'mail about a decline', who: orderId, max: mailsAnHour })

const claimFor = (
  context: TimedScope,
  counted: { purpose: AttemptPurpose; who: string; max: number },
): Promise<AttemptClaim> =>
  claimAttempt(
    { db: context.db, clock: realClock(context) },
    { ...counted, merchantId: context.merchant.id, window: hours(1) },
  )

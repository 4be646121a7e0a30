import { hours, realClock } from '../core/clock'
import type { TimedScope } from '../core/context'
import { type AttemptClaim, claimAttempt } from '../rate-limit/rate-limit'

/**
 * How many mails of each kind an e-mail address may get in an hour without the merchant causing them, over all of the
 * merchant's accounts. The requester need not own the address.
 */
export const mailsAnHour = 5

/**
 * Login links have a count of their own. Otherwise, a stranger who enters somebody's address elsewhere could keep its owner
 * from signing in.
 */
type CountedMail = 'login mail' | 'mail by strangers'

/** Counts a mail to an address, unless the address has reached its hourly limit. */
export const claimMail = (context: TimedScope, to: string, purpose: CountedMail): Promise<AttemptClaim> =>
  claim(context, { purpose, to, max: mailsAnHour })

/** Counts a login link that the merchant itself sends. It is never refused. */
export const countLoginMail = (context: TimedScope, to: string): Promise<AttemptClaim> =>
  claim(context, { purpose: 'login mail', to, max: Number.MAX_SAFE_INTEGER })

const claim = (
  context: TimedScope,
  { purpose, to, max }: { purpose: CountedMail; to: string; max: number },
) =>
  claimAttempt(
    { db: context.db, clock: realClock(context) },
    {
      purpose,
      merchantId: context.merchant.id,
      who: to.normalize('NFKC').toLowerCase(),
      max,
      window: hours(1),
    },
  )

import { hours, realClock } from '../core/clock'
import type { TimedScope } from '../core/context'
import { type AttemptClaim, claimAttempt } from '../rate-limit/rate-limit'

/**
 * How many mails an hour that the merchant did not cause an e-mail address may get, over all of the merchant's
 * accounts. The requester need not own the address.
 */
export const mailsAnHour = 5

/** Counts a mail to an address, unless the address has reached its hourly limit. */
export const claimMail = (context: TimedScope, to: string): Promise<AttemptClaim> =>
  claim(context, { to, max: mailsAnHour })

/** Counts a mail that the merchant itself sends. It is never refused. */
export const countMail = (context: TimedScope, to: string): Promise<AttemptClaim> =>
  claim(context, { to, max: Number.MAX_SAFE_INTEGER })

const claim = (context: TimedScope, { to, max }: { to: string; max: number }) =>
  claimAttempt(
    { db: context.db, clock: realClock(context) },
    {
      purpose: 'mail',
      merchantId: context.merchant.id,
      who: to.normalize('NFKC').toLowerCase(),
      max,
      window: hours(1),
    },
  )

import { hours } from '../core/clock'
import type { Installation } from '../core/runtime'
import { claimAttempt, takeBackAttempt } from '../rate-limit/rate-limit'

/** How many declines per hour an account may have on its page. Testing stolen cards takes many more. */
export const declinesAnHour = 10

/**
 * Attempts a card for an account, and counts it if it is declined. After too many declines, attempts nothing and
 * returns undefined. Uses real time, whatever the merchant's clock.
 */
export async function withCardAttempt<Result>(
  installation: Installation,
  { merchantId, accountId }: { merchantId: string; accountId: string },
  act: () => Promise<Result>,
  isDeclined: (result: Result) => boolean,
): Promise<Result | undefined> {
  const counted = { purpose: 'card try', merchantId, who: accountId } as const
  const claim = await claimAttempt(installation, { ...counted, max: declinesAnHour, window: hours(1) })
  if ('again' in claim) return undefined
  let counts = false
  try {
    const result = await act()
    counts = isDeclined(result)
    return result
  } finally {
    if (!counts) await takeBackAttempt(installation, claim.id)
  }
}

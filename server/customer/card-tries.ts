import type { Runtime } from '../core/runtime'
import { claimTry, longestWindow, takeBackTry } from '../rate-limit/rate-limit'

/** How many tries of an account may be declined an hour on its page: who tests stolen cards needs many more. */
export const declinesAnHour = 10

/**
 * Has a card tried for an account, and counts it if it is declined; undefined, and nothing tried, once too many were.
 * In real time, whatever the merchant's clock says.
 */
export async function withCardTry<Result>(
  world: Pick<Runtime, 'db' | 'clock'>,
  { merchantId, accountId }: { merchantId: string; accountId: string },
  act: () => Promise<Result>,
  isDeclined: (result: Result) => boolean,
): Promise<Result | undefined> {
  const tries = { purpose: 'card try', merchantId, who: accountId } as const
  const claim = await claimTry(world, { ...tries, most: declinesAnHour, window: longestWindow })
  if ('again' in claim) return undefined
  let counts = false
  try {
    const result = await act()
    counts = isDeclined(result)
    return result
  } finally {
    if (!counts) await takeBackTry(world, claim.id)
  }
}
